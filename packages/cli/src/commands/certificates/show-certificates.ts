import type { Certificate } from '@upvigil/core/contract/certificates';
import { certificateNames, daysLeftWords, expiryLabel, expiryTone } from '@upvigil/core/expiry/expiry-words';
import type { Context } from '../../context.ts';
import type { PluginExitCode } from '../../exit-codes.ts';
import { roleOfTone } from '../../output/paint.ts';
import { renderPipe } from '../../output/pipe.ts';
import { showSummary } from '../../output/show-summary.ts';
import { type Column, renderTable } from '../../output/table.ts';

const columns: readonly Column<Certificate>[] = [
  {
    header: 'STATE',
    text: ({ state }) => expiryLabel(state),
    raw: ({ state }) => state,
    role: ({ state }) => roleOfTone(expiryTone(state)),
  },
  {
    header: 'DAYS LEFT',
    text: ({ days_left }) => daysLeftWords(days_left),
    raw: ({ days_left }) => String(days_left),
    align: 'right',
  },
  { header: 'EXPIRES', text: ({ valid_to }) => valid_to.slice(0, 10), raw: ({ valid_to }) => valid_to, dropOrder: 2 },
  { header: 'NAMES', text: ({ names }) => certificateNames(names), raw: ({ names }) => names.join(' '), shrinkTo: 16 },
  { header: 'ISSUER', text: ({ issuer }) => issuer, shrinkTo: 10, dropOrder: 1 },
  {
    header: 'MONITORS',
    text: ({ monitors }) => monitors.map(({ name }) => name).join(', '),
    shrinkTo: 16,
    dropOrder: 3,
  },
];

/** The verdict, and each certificate. */
export async function showCertificates(
  context: Context,
  certificates: readonly Certificate[],
  code: PluginExitCode,
  sentence: string,
): Promise<void> {
  const { terminal, form } = context;
  const soonest = certificates[0]?.days_left;
  showSummary(context, code, sentence, soonest === undefined ? [] : [{ label: 'days_left', value: soonest }]);
  if (form === 'pipe') renderPipe(columns, certificates).forEach(terminal.print);
  else if (certificates.length > 0)
    terminal.printLines(renderTable(columns, certificates, { width: terminal.width(), glyphs: terminal.glyphs }));
}
