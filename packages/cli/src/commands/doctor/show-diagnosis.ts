import type { DiagnosticResult, DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { Tone } from '@upvigil/core/status/tone';
import type { Context } from '../../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { type Line, line, roleOfTone, span } from '../../output/paint.ts';
import { renderPipe } from '../../output/pipe.ts';
import { showSummary } from '../../output/show-summary.ts';
import { type Column, renderTable } from '../../output/table.ts';
import type { Diagnosis } from './diagnose.ts';

const tones: Record<DiagnosticStatus, Tone> = { ok: 'up', warn: 'warn', fail: 'down', skipped: 'none' };

/** Shows results in the form that was asked for. Returns the exit code. */
export function showDiagnosis(context: Context, diagnosis: Diagnosis): PluginExitCode {
  const { terminal, form } = context;
  const { results } = diagnosis;
  const code = diagnosisExitCode(diagnosis);
  if (form === 'json') {
    terminal.print(toJson(results));
    return code;
  }
  const count = (status: DiagnosticStatus): number => results.filter((each) => each.status === status).length;
  showSummary(context, code, diagnosisSentence(diagnosis), [
    { label: 'failed', value: count('fail'), min: 0 },
    { label: 'warnings', value: count('warn'), min: 0 },
  ]);
  if (form === 'pipe') renderPipe(pipeColumns, results).forEach(terminal.print);
  else terminal.printLines(picture(context, results));
  return code;
}

/** What is bad decides. Where nothing is, but the server or all that was wanted could not be asked, it is unknown. */
export function diagnosisExitCode({ results, isOfServer }: Diagnosis): PluginExitCode {
  const has = (status: DiagnosticStatus): boolean => results.some((each) => each.status === status);
  if (has('fail')) return pluginExitCodes.critical;
  if (!isOfServer || results.every(({ status }) => status === 'skipped')) return pluginExitCodes.unknown;
  return has('warn') ? pluginExitCodes.warning : pluginExitCodes.ok;
}

/** 'Email server (SMTP) and 1 more failed; the server was not asked'. */
export function diagnosisSentence({ results, isOfServer }: Diagnosis): string {
  const titles = (status: DiagnosticStatus): string[] =>
    results.filter((each) => each.status === status).map(({ title }) => title);
  const asked = results.length - titles('skipped').length;
  const parts = [
    withMore(titles('fail'), 'failed'),
    withMore(titles('warn'), titles('warn').length === 1 ? 'warns' : 'warn'),
  ].filter(Boolean);
  const state = parts.join(', ') || `All is well: ${asked} of ${results.length} asked`;
  return isOfServer ? state : `${state}; the server does not answer`;
}

function withMore([first, ...others]: string[], verb: string): string {
  if (first === undefined) return '';
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ''} ${verb}`;
}

const pipeColumns: readonly Column<DiagnosticResult>[] = [
  { header: 'ID', text: ({ id }) => id },
  { header: 'STATUS', text: ({ status }) => status },
  { header: 'MESSAGE', text: ({ message }) => message },
  { header: 'REMEDY', text: ({ remedy }) => remedy ?? '' },
  { header: 'MS', text: ({ took_ms }) => String(took_ms) },
];

/** A line for each, and below what to do about what is wrong. */
function picture({ terminal }: Context, results: readonly DiagnosticResult[]): Line[] {
  const { glyphs } = terminal;
  const width = terminal.width();
  const columns: readonly Column<DiagnosticResult>[] = [
    {
      header: 'STATUS',
      text: ({ status }) => `${glyphs.state[tones[status]]} ${status}`,
      role: ({ status }) => roleOfTone(tones[status]),
    },
    { header: 'DIAGNOSTIC', text: ({ title }) => title, shrinkTo: 20 },
    { header: 'MESSAGE', text: ({ message }) => message, shrinkTo: 20 },
  ];
  const wrong = results.filter(({ status }) => status === 'fail' || status === 'warn');
  const remedies = wrong.flatMap(({ title, message, remedy, status }) => [
    line(''),
    line(span(title, roleOfTone(tones[status]))),
    ...wrapped(message, width - 2).map((text) => line(`  ${text}`)),
    ...wrapped(remedy ?? '', width - 2).map((text) => line(span(`  ${text}`, 'quiet'))),
  ]);
  return [...renderTable(columns, results, { width, glyphs }), ...remedies];
}

/** Text in lines of at most `width` characters, cut between words where it can be. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => each.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
