import type { Certificate } from '@upvigil/core/contract/certificates';
import { limits } from '@upvigil/core/limits';
import { certificateNames, daysLeftWords, expiryLabel, expiryTone } from '@upvigil/core/status/expiry';
import { certificateMessages } from '@upvigil/core/texts/monitors';
import { defineCommand, type Noun } from '../command.ts';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import { numberOption } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { roleOfTone } from '../output/paint.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';

const usualDays = 14;

const certificates = defineCommand({
  path: ['certificates'],
  summary: 'list certificates by expiry',
  description:
    'Lists the TLS certificates that monitors saw; the first to expire comes first.\n\nExit codes are those of a monitoring plugin: 0 all fine, 1 one expires within --days, 2 one has expired, 3 none known. In a pipe the first line is the summary, and each other line is a certificate.',
  examples: {
    'upvigil certificates': 'All certificates with their remaining days',
    'upvigil certificates --days 30': 'Warn a month before',
    '0 8 * * * upvigil certificates --days 21 >/tmp/certs.txt || mail -s certificates ops@example.org </tmp/certs.txt':
      'In a crontab: mail the certificates that expire within three weeks',
  },
  options: {
    days: numberOption(
      '--days <n>',
      'warn if one expires within this number of days',
      { min: 1, max: limits.expiryDays.max },
      usualDays,
    ),
  },
  exitCodes: 'plugin',
  json: 'the array of certificates with their monitors',
  async run(context, { days }) {
    const { api } = await context.connect('admin');
    const rows = await api.certificates.list();
    const { code, sentence } = evaluateCertificates(rows, days);
    if (context.form === 'json') context.terminal.print(toJson(rows));
    else {
      const { showSummary } = await import('../output/show-summary.ts');
      const soonest = rows[0]?.days_left;
      showSummary(context, code, sentence, soonest === undefined ? [] : [{ label: 'days_left', value: soonest }]);
      if (rows.length > 0) await showList(context, { columns, rows, json: rows, empty: '' });
    }
    return code;
  },
});

interface CertificatesVerdict {
  code: PluginExitCode;
  sentence: string;
}

const mostNamed = 3;

/** OK, warning below `days`, critical when expired, unknown without certificates. Expects the first to expire first. */
function evaluateCertificates(certificates: readonly Certificate[], days: number): CertificatesVerdict {
  const [first] = certificates;
  if (!first) return { code: pluginExitCodes.unknown, sentence: certificateMessages.none };
  const of = `of ${countOf(certificates.length)}`;
  const expired = certificates.filter(({ state }) => state === 'expired');
  if (expired.length > 0)
    return { code: pluginExitCodes.critical, sentence: `${expired.length} ${of} expired: ${named(expired)}` };
  const below = certificates.filter(({ days_left }) => days_left < days);
  if (below.length > 0) {
    const verb = below.length === 1 ? 'expires' : 'expire';
    const sentence = `${below.length} ${of} ${verb} within ${days} days: ${named(below)}`;
    return { code: pluginExitCodes.warning, sentence };
  }
  const next = `the next expires in ${daysLeftWords(first.days_left)}: ${certificateNames(first.names)}`;
  return { code: pluginExitCodes.ok, sentence: `${countOf(certificates.length)}, ${next}` };
}

const countOf = (count: number): string => (count === 1 ? '1 certificate' : `${count} certificates`);

function named(certificates: readonly Certificate[]): string {
  const names = certificates
    .slice(0, mostNamed)
    .map(({ names, days_left }) => `${certificateNames(names)} (${daysLeftWords(days_left)})`);
  const rest = certificates.length - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

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

export const certificateNoun: Noun = {
  commands: [certificates],
};
