import type { Website } from '@upvigil/core/contract/websites';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { Tone } from '@upvigil/core/status/tone';
import { type CheckOutcome, outcomeSentence } from '../../checks/trigger.ts';
import type { Context } from '../../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { plainNumber } from '../../output/plain-number.ts';
import type { PerformanceFigure } from '../../output/plugin-line.ts';
import { showSummary } from '../../output/show-summary.ts';
import { type Column, renderTable } from '../../output/table.ts';
import { roleOf } from '../../status/states.ts';

const toneCodes: Record<Tone, PluginExitCode> = {
  up: pluginExitCodes.ok,
  warn: pluginExitCodes.warning,
  down: pluginExitCodes.critical,
  none: pluginExitCodes.unknown,
};

const columns: readonly Column<CheckOutcome>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'STATUS', text: ({ badge }) => badge.label, role: ({ badge }) => roleOf(badge) },
  { header: 'TYPE', text: ({ kind }) => kind, dropOrder: 2 },
  { header: 'MONITOR', text: ({ name }) => name, shrinkTo: 16 },
  {
    header: 'RESPONSE',
    text: ({ kind, responseTime }) => formatResponseTime(kind, responseTime),
    raw: ({ responseTime }) => plainNumber(responseTime),
    align: 'right',
    dropOrder: 1,
  },
  { header: 'DETAIL', text: ({ detail }) => detail, shrinkTo: 10 },
];

/** One check: its summary line and exit code. */
export function showOutcome(context: Context, outcome: CheckOutcome): PluginExitCode {
  const code = toneCodes[outcome.badge.tone];
  if (context.form === 'json') context.terminal.print(toJson(outcome.result));
  else showSummary(context, code, outcomeSentence(outcome), figuresOf(outcome));
  return code;
}

const figuresOf = ({ responseTime, threshold, timeout, packetLoss }: CheckOutcome): PerformanceFigure[] => [
  { label: 'time', value: responseTime, unit: 's', warning: threshold, critical: timeout, min: 0 },
  { label: 'packet_loss', value: packetLoss, unit: '%', min: 0, max: 100 },
];

/** The checks of a website: one summary line, then one line each. */
export function showOutcomes(
  context: Context,
  website: Pick<Website, 'id' | 'name'>,
  outcomes: readonly CheckOutcome[],
): PluginExitCode {
  const { terminal, form } = context;
  const code = worstCode(outcomes);
  if (form === 'json') {
    const [urls, monitors] = [outcomes.filter(isUrl), outcomes.filter((outcome) => !isUrl(outcome))];
    const results = (some: readonly CheckOutcome[]) => some.map(({ result }) => result);
    terminal.print(toJson({ website_id: website.id, url_checks: results(urls), network_checks: results(monitors) }));
    return code;
  }
  const count = (tone: Tone): number => outcomes.filter(({ badge }) => badge.tone === tone).length;
  const sentence =
    outcomes.length === 0
      ? 'no enabled monitors'
      : `${count('up')} of ${outcomes.length} monitors UP, ${count('warn')} with warnings, ${count('down')} down`;
  const figures: PerformanceFigure[] = [
    { label: 'up', value: count('up'), min: 0, max: outcomes.length },
    { label: 'warning', value: count('warn'), min: 0, max: outcomes.length },
    { label: 'down', value: count('down'), min: 0, max: outcomes.length },
  ];
  showSummary(context, code, `${website.name}: ${sentence}`, figures);
  if (form === 'pipe') renderPipe(columns, outcomes).forEach(terminal.print);
  else if (outcomes.length > 0) {
    terminal.printLines(renderTable(columns, outcomes, { width: terminal.width(), glyphs: terminal.glyphs }));
  }
  return code;
}

const isUrl = ({ kind }: CheckOutcome): boolean => kind === 'URL';

/** The worst of all; nothing checked is unknown. */
function worstCode(outcomes: readonly CheckOutcome[]): PluginExitCode {
  if (outcomes.length === 0) return pluginExitCodes.unknown;
  const codes = outcomes.map(({ badge }) => toneCodes[badge.tone]);
  return codes.reduce((worst, code) => (code > worst ? code : worst), pluginExitCodes.ok as PluginExitCode);
}
