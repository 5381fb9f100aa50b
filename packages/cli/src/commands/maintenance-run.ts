import type { ApiClient } from '@upvigil/core/client/api-client';
import type { StartedRun } from '@upvigil/core/contract/maintenance';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as texts } from '@upvigil/core/texts/maintenance';
import { errorCode, isFromTerminal, type RunningCommand, signalExitCode, startCommand } from '../child-command.ts';
import { monitorIds, websiteIds } from '../client/find-target.ts';
import { isStatus } from '../client/session.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, failureSentence, UsageError } from '../failures.ts';
import { flagOption, minutesOption, textOption, wordsArgument } from '../options/inputs.ts';
import { monitorsOption, needTarget, type Ref, tagsOption, websitesOption } from '../options/refs.ts';
import { dayAndTime } from '../output/times.ts';
import type { Terminal } from '../terminal.ts';

const longest = limits.maintenance.minutes.max;

export const lengthOption = minutesOption(
  '--for <time>',
  'longest duration, such as 30m or 1h, up to 7d; required',
  longest,
);

/** Options of commands that start maintenance now. */
export const beginOptions = {
  websites: websitesOption('a website under maintenance'),
  monitors: monitorsOption('a URL or network monitor under maintenance'),
  tags: tagsOption('a tag of the affected monitors'),
  minutes: lengthOption,
  title: textOption('--title <text>', 'title; default Maintenance'),
  public: flagOption('--public', 'show the title and times on public pages'),
};

interface Wanted {
  websites: readonly Ref[];
  monitors: readonly Ref[];
  tags: readonly string[];
  minutes: number | null;
  title: string | null;
  public: boolean;
}

/** All required options are given. */
type Beginning = Wanted & { minutes: number };

/** @throws UsageError when a required option is missing */
export function needBeginning(wanted: Wanted): Beginning {
  const { websites, monitors, tags, minutes } = wanted;
  needTarget(websites, monitors, tags);
  if (minutes === null) throw new UsageError('--for <time> is required');
  return { ...wanted, minutes };
}

/** Starts maintenance. With the `key` of an earlier run, returns that run. */
export async function begin(
  api: ApiClient,
  { websites, monitors, tags, minutes, title, public: isPublic }: Beginning,
  key: string | null,
): Promise<StartedRun> {
  return await api.maintenance.start({
    body: {
      website_ids: await websiteIds(api, websites),
      monitor_ids: await monitorIds(api, monitors),
      tags: [...tags],
      minutes,
      public: isPublic,
      key,
      ...(title === null ? {} : { title }),
    },
  });
}

/** Lists the monitors that the maintenance does not cover. `run` holds no control characters. */
export function reportNotCovered({ say }: Terminal, { not_covered }: Pick<StartedRun, 'not_covered'>): void {
  for (const { website_name, name } of not_covered) say(texts.notCovered(website_name, name));
}

export const runInMaintenance = defineCommand({
  path: ['maintenance', 'run'],
  summary: 'run a command during maintenance',
  description:
    'Starts maintenance, runs the command after --, and ends the maintenance when the command ends. The exit code is that of the command, or 128 plus the signal that ended it. SIGTERM, SIGHUP and SIGINT are passed to the command, which also has stdin, stdout and stderr. Upvigil writes its own messages to stderr; after success only on a terminal.\n\nIf maintenance cannot start, for example because the server cannot be reached, the command does not run and the exit code is 1. With --anyway it runs. If maintenance cannot be ended, a message says so, and it ends automatically after --for.',
  examples: {
    'upvigil maintenance run --website 3 --for 30m -- ./deploy.sh v1.4.2': 'A deployment',
    "upvigil maintenance run --website Shop --for 1h -- sh -c './migrate && ./restart'": 'Two commands',
    '0 3 * * 0 upvigil maintenance run --website 3 --for 20m --title "weekly restart" --anyway -- systemctl restart shop':
      'In a crontab: restart even if Upvigil cannot be reached',
  },
  arguments: { command: wordsArgument('<command...>', 'command to run, after --, with its own options') },
  options: { ...beginOptions, anyway: flagOption('--anyway', 'run the command even if maintenance cannot start') },
  json: null,
  ownsSignals: true,
  async run(context, { command, anyway, ...wanted }) {
    if (context.options.json) throw new UsageError('--json is not supported: the output is that of the command');
    return await runAll(context, command, needBeginning(wanted), anyway);
  },
});

async function runAll(
  context: Context,
  command: readonly string[],
  beginning: Beginning,
  anyway: boolean,
): Promise<number> {
  const { terminal, host } = context;
  let received: NodeJS.Signals | null = null;
  let running: RunningCommand | null = null;
  const stopListening = host.onSignal((signal) => {
    received ??= signal;
    if (!isFromTerminal(signal, hasTerminal(terminal))) running?.pass(signal);
  });
  try {
    const begun = await beginOrRefuse(context, beginning, anyway);
    // A signal that arrived before the command was started.
    const early = received as NodeJS.Signals | null;
    if (early === null) running = startCommand(command, { env: host.variables, stdio: 'inherit' });
    else terminal.say(`upvigil: ${texts.notRun('interrupted')}`);
    const end = await running?.ended;
    if (end?.startError) terminal.say(`upvigil: ${stripControls(startProblem(command, end.startError))}`);
    if (begun) await endOrReport(begun, terminal);
    return end?.exitCode ?? (early === null ? 0 : signalExitCode(early));
  } finally {
    stopListening();
  }
}

const hasTerminal = ({ streams: { stdin, stdout, stderr } }: Terminal): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);

interface Begun {
  api: ApiClient;
  run: StartedRun;
}

/** Null if maintenance could not start and the command is to run anyway. @throws CommandError when it is not */
async function beginOrRefuse(context: Context, beginning: Beginning, anyway: boolean): Promise<Begun | null> {
  const { terminal } = context;
  try {
    const { api } = await context.connect('admin');
    const run = await begin(api, beginning, null);
    reportNotCovered(terminal, run);
    if (terminal.streams.stderr.isTTY) terminal.say(texts.begun(run.id, dayAndTime(run.ends_at)));
    return { api, run };
  } catch (error) {
    const why = failureSentence(error);
    if (!anyway) throw new CommandError(texts.notRun(why), { cause: error });
    terminal.say(`upvigil: ${texts.runWithout(why)}`);
    return null;
  }
}

/** Reports a failure but never throws: the exit code is that of the command. */
async function endOrReport({ api, run }: Begun, terminal: Terminal): Promise<void> {
  try {
    await api.maintenance.end({ params: { runId: run.id } });
    if (terminal.streams.stderr.isTTY) terminal.say(texts.ended(run.id));
  } catch (error) {
    const sentence = isStatus(error, 409)
      ? texts.overBefore(run.id)
      : texts.notEnded(run.id, dayAndTime(run.ends_at), failureSentence(error));
    terminal.say(`upvigil: ${sentence}`);
  }
}

/** The sentence for a command that could not start. */
function startProblem([command = '']: readonly string[], error: unknown): string {
  const code = errorCode(error);
  return code === 'ENOENT' ? texts.noCommand(command) : texts.notExecutable(command, reasons[code] ?? String(error));
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOEXEC: 'it is not a program',
};
