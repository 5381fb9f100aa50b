import {
  type DiagnosticId,
  type DiagnosticResult,
  type DiagnosticStatus,
  diagnosticIds,
} from '@upvigil/core/contract/diagnostics';
import type { Tone } from '@upvigil/core/status/tone';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import { fileOption, flagOption, type Option } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { type Line, line, roleOfTone, span } from '../output/paint.ts';
import { renderPipe } from '../output/pipe.ts';
import type { Column } from '../output/table.ts';
import type { Diagnosis } from './doctor-diagnosis.ts';
import { yesOption } from './kit.ts';

const onlyOption: Option<DiagnosticId[] | undefined> = {
  syntax: '--only <ids>',
  about: 'only these diagnostics, separated by commas',
  choices: diagnosticIds,
  parse(given) {
    if (typeof given !== 'string') return undefined;
    return given.split(',').map((part) => {
      const id = diagnosticIds.find((each) => each === part.trim());
      if (id === undefined)
        throw new UsageError(`--only must be some of ${diagnosticIds.join(', ')}, but it has "${part.trim()}"`);
      return id;
    });
  },
};

const doctor = defineCommand({
  path: ['doctor'],
  summary: 'find out what is wrong with the installation',
  description:
    'Tests what the server needs: email, SMS, Slack, name resolution, certificate, ping, browser, clock, disk, database, schedule, notifications and backup. It sends no message and changes nothing. If the server does not answer, it examines DATA_DIR on this machine and lists what it could not test.\n\nWith --bundle it saves a support bundle for the person who helps you: without secrets, and with aliases for hosts, addresses and names.',
  examples: {
    'upvigil doctor': 'Problems, and how to solve them',
    'upvigil doctor --only smtp,dns --json': 'Two diagnostics, as JSON',
    'upvigil doctor --bundle support.tar.gz': 'Save a support bundle',
    '0 7 * * * upvigil doctor >/tmp/doctor.txt || mail -s "upvigil doctor" ops@example.org </tmp/doctor.txt':
      'In a crontab: every morning, with a mail if there is a problem',
  },
  options: {
    only: onlyOption,
    deep: flagOption('--deep', 'read a large database and the newest backup completely'),
    bundle: fileOption('--bundle <file>', 'save a support bundle, after showing its content and asking'),
    yes: yesOption,
  },
  exitCodes: 'plugin',
  json: 'the array of results, or with --bundle an object with file, size and content',
  deadlineSeconds: 150,
  async run(context, { only, deep, bundle, yes }) {
    if (bundle !== null) {
      const { saveBundle } = await import('./doctor-diagnosis.ts');
      await saveBundle(context, { file: bundle, deep, yes });
      return pluginExitCodes.ok;
    }
    const { diagnose } = await import('./doctor-diagnosis.ts');
    return showDiagnosis(context, await diagnose(context, { only, deep }));
  },
});

const tones: Record<DiagnosticStatus, Tone> = { ok: 'up', warn: 'warn', fail: 'down', skipped: 'none' };

/** Returns the exit code. */
async function showDiagnosis(context: Context, diagnosis: Diagnosis): Promise<PluginExitCode> {
  const { terminal, form } = context;
  const { results } = diagnosis;
  const code = diagnosisExitCode(diagnosis);
  if (form === 'json') {
    terminal.print(toJson(results));
    return code;
  }
  const count = (status: DiagnosticStatus): number => results.filter((each) => each.status === status).length;
  const { showSummary } = await import('../output/show-summary.ts');
  showSummary(context, code, diagnosisSentence(diagnosis), [
    { label: 'failed', value: count('fail'), min: 0 },
    { label: 'warnings', value: count('warn'), min: 0 },
  ]);
  if (form === 'pipe') renderPipe(pipeColumns, results).forEach(terminal.print);
  else terminal.printLines(await resultLines(context, results));
  return code;
}

/** The worst result decides. Unknown if there is none, but something could not be tested. */
function diagnosisExitCode({ results, isOfServer }: Diagnosis): PluginExitCode {
  const has = (status: DiagnosticStatus): boolean => results.some((each) => each.status === status);
  if (has('fail')) return pluginExitCodes.critical;
  if (!isOfServer || results.every(({ status }) => status === 'skipped')) return pluginExitCodes.unknown;
  return has('warn') ? pluginExitCodes.warning : pluginExitCodes.ok;
}

/** 'Email server (SMTP) and 1 more failed; the server was not asked'. */
function diagnosisSentence({ results, isOfServer }: Diagnosis): string {
  const titles = (status: DiagnosticStatus): string[] =>
    results.filter((each) => each.status === status).map(({ title }) => title);
  const asked = results.length - titles('skipped').length;
  const parts = [
    withMore(titles('fail'), 'failed'),
    withMore(titles('warn'), titles('warn').length === 1 ? 'warns' : 'warn'),
  ].filter(Boolean);
  const state = parts.join(', ') || `No problems found: ${asked} of ${results.length} tested`;
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

/** A line for each result, then what to do about each problem. */
async function resultLines({ terminal }: Context, results: readonly DiagnosticResult[]): Promise<Line[]> {
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
  const { renderTable } = await import('../output/table.ts');
  return [...renderTable(columns, results, { width, glyphs }), ...remedies];
}

/** Breaks text into lines of at most `width` characters, between words where possible. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => each.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const doctorNoun: Noun = {
  commands: [doctor],
};
