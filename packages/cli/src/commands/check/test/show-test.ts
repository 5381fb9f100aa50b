import { assertionSentence } from '@upvigil/core/check-options/assertion-sentences';
import type { UrlMonitor, UrlTestResult } from '@upvigil/core/contract/urls';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { phaseText } from '@upvigil/core/format/phases/evidence-lines';
import { phaseNames } from '@upvigil/core/format/phases/phase-names';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { isTestFault } from '@upvigil/core/status/fault-sentence';
import { isSlowCheck } from '@upvigil/core/status/url-state';
import { cleanText } from '../../../client/clean-client.ts';
import type { Context } from '../../../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../../../exit-codes.ts';
import { wrapWords } from '../../../output/break-text.ts';
import { toJson } from '../../../output/json.ts';
import { line } from '../../../output/paint.ts';
import { renderPipe } from '../../../output/pipe.ts';
import type { PerformanceFigure } from '../../../output/plugin-line.ts';
import { showSummary } from '../../../output/show-summary.ts';
import { type Column, renderTable } from '../../../output/table.ts';

type Judged = UrlTestResult['assertions'][number];

const columns: readonly Column<Judged>[] = [
  { header: 'HOLDS', text: ({ ok }) => (ok ? 'yes' : 'no'), role: ({ ok }) => (ok ? 'good' : 'bad') },
  { header: 'ASSERTION', text: (judged) => assertionSentence(judged), shrinkTo: 24 },
  { header: 'FOUND', text: ({ actual }) => actual ?? '', shrinkTo: 10 },
];

type Tested = Pick<UrlMonitor, 'url' | 'response_time_threshold' | 'timeout'>;

/** What a test came to: its summary and exit code, then its phases and its assertions. */
export function showTest(context: Context, tested: Tested, raw: UrlTestResult): PluginExitCode {
  const { terminal, form } = context;
  const code = codeOf(tested, raw);
  if (form === 'json') {
    terminal.print(toJson(raw));
    return code;
  }
  const answer = cleanText(raw) as UrlTestResult;
  const sentence = `${stripControls(withoutCredentials(tested.url))}: ${sentenceOf(tested, answer)}`;
  showSummary(context, code, sentence, figuresOf(tested, answer));
  if (form === 'pipe') {
    for (const row of renderPipe(columns, answer.assertions)) terminal.print(row);
    return code;
  }
  const width = terminal.width();
  if (answer.phases)
    terminal.printLines(wrapWords(`Phases: ${phaseText(answer.phases)}`, width).map((text) => line(text)));
  if (answer.assertions.length > 0) {
    terminal.printLines(renderTable(columns, answer.assertions, { width, glyphs: terminal.glyphs }));
  }
  return code;
}

function codeOf({ response_time_threshold }: Tested, { success, message, assertions, response_time }: UrlTestResult) {
  if (!success) return isTestFault(message) ? pluginExitCodes.unknown : pluginExitCodes.critical;
  const isSlow = isSlowCheck({ is_up: true, response_time }, response_time_threshold);
  // What search engines must find keeps no page from being up.
  return isSlow || assertions.some(({ ok }) => !ok) ? pluginExitCodes.warning : pluginExitCodes.ok;
}

/** What the server says, and what it leaves out: the status of an answer that was not as wanted, and that it was slow. */
function sentenceOf({ response_time_threshold }: Tested, answer: UrlTestResult): string {
  const { success, message, status_code, response_time } = answer;
  if (success)
    return isSlowCheck({ is_up: true, response_time }, response_time_threshold) ? `${message}, SLOW` : message;
  return status_code === null || message.includes(String(status_code)) ? message : `HTTP ${status_code}, ${message}`;
}

const figuresOf = (
  { response_time_threshold, timeout }: Tested,
  { response_time, phases }: UrlTestResult,
): PerformanceFigure[] => [
  { label: 'time', value: response_time, unit: 's', warning: response_time_threshold, critical: timeout, min: 0 },
  ...phaseNames.map(
    (phase): PerformanceFigure => ({ label: phase, value: phases?.[phase] ?? null, unit: 's', min: 0 }),
  ),
];
