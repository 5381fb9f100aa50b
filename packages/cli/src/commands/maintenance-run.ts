import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { ApiClient } from '@upvigil/core/client/api-client';
import type { StartedRun } from '@upvigil/core/contract/maintenance';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as said } from '@upvigil/core/texts/maintenance';
import { isStatus } from '../client/session.ts';
import { defineCommand } from '../command.ts';
import type { Context, Host } from '../context.ts';
import { CommandError, failureSentence, UsageError } from '../failures.ts';
import { flagOption, minutesOption, textOption, wordsArgument } from '../options/inputs.ts';
import { monitorsOption, needTarget, type TypedWebsite, websiteIds, websitesOption } from '../options/targets.ts';
import { dayAndTime } from '../output/times.ts';
import type { Terminal } from '../terminal.ts';

const longest = limits.maintenance.minutes.max;

/** How long the work takes. */
export const lengthOption = minutesOption(
  '--for <time>',
  'how long at most, as 30m or 1h, up to 7d; required',
  longest,
);

/** The options of maintenance that begins now. */
export const beginOptions = {
  websites: websitesOption('a website that is worked on'),
  monitors: monitorsOption('a URL or a network monitor that is worked on'),
  minutes: lengthOption,
  title: textOption('--title <text>', 'what is done; Maintenance without it'),
  public: flagOption('--public', 'show its title and its times on public pages'),
};

interface Wanted {
  websites: readonly TypedWebsite[];
  monitors: readonly number[];
  minutes: number | null;
  title: string | null;
  public: boolean;
}

/** Maintenance that can begin: nothing required is missing. */
type Beginning = Wanted & { minutes: number };

/** @throws UsageError when something that is needed is missing */
export function needBeginning(wanted: Wanted): Beginning {
  const { websites, monitors, minutes } = wanted;
  needTarget(websites, monitors);
  if (minutes === null) throw new UsageError('--for <time> is required');
  return { ...wanted, minutes };
}

/** Begins maintenance now. With a `key` that began one before: answers that. */
export async function begin(
  api: ApiClient,
  { websites, monitors, minutes, title, public: isPublic }: Beginning,
  key: string | null,
): Promise<StartedRun> {
  return await api.maintenance.start({
    body: {
      website_ids: await websiteIds(api, websites),
      monitor_ids: [...monitors],
      minutes,
      public: isPublic,
      key,
      ...(title === null ? {} : { title }),
    },
  });
}

/** Says which monitors stay red. `run` without control characters. */
export function sayNotCovered({ say }: Terminal, { not_covered }: Pick<StartedRun, 'not_covered'>): void {
  for (const { website_name, name } of not_covered) say(said.notCovered(website_name, name));
}

export const runInMaintenance = defineCommand({
  path: ['maintenance', 'run'],
  summary: 'run a command in maintenance, which ends with it',
  description:
    'Begins maintenance, runs the command that follows --, ends the maintenance when the command ends, and ends with its exit code, 128 and the signal where a signal ended it. SIGTERM, SIGHUP and SIGINT are passed on to it. stdin, stdout and stderr are those of the command; ours go to stderr, and on success only where that is a terminal.\n\nWhere maintenance cannot begin, for example without a connection to the server, the command does not run and the exit code is 1; with --anyway it runs. Maintenance that cannot be ended is reported, and ends automatically after --for.',
  examples: {
    'upvigil maintenance run --website 3 --for 30m -- ./deploy.sh v1.4.2': 'A deployment',
    "upvigil maintenance run --website Shop --for 1h -- sh -c './migrate && ./restart'": 'Two commands',
    '0 3 * * 0 upvigil maintenance run --website 3 --for 20m --title "weekly restart" --anyway -- systemctl restart shop':
      'In a crontab: restart it also where Upvigil is away',
  },
  arguments: { command: wordsArgument('<command...>', 'what is run, after --, with its own options') },
  options: { ...beginOptions, anyway: flagOption('--anyway', 'run the command also where maintenance cannot begin') },
  json: null,
  ownsSignals: true,
  async run(context, { command, anyway, ...wanted }) {
    if (context.options.json) throw new UsageError('--json is not taken: what is printed is what the command prints');
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
    if (!isFromTerminal(signal, terminal)) running?.pass(signal);
  });
  try {
    const begun = await beginOrRefuse(context, beginning, anyway);
    // It came before there was something to pass it on to.
    const early = received as NodeJS.Signals | null;
    if (early === null) running = startCommand(command, host);
    const { exitCode, problem } = (await running?.ended) ?? {
      exitCode: early === null ? 0 : signalExitCode(early),
      problem: said.notRun('interrupted'),
    };
    if (problem !== null) terminal.say(`upvigil: ${stripControls(problem)}`);
    if (begun) await endOrSay(begun, terminal);
    return exitCode;
  } finally {
    stopListening();
  }
}

/** Ctrl+C reaches every program of a terminal by itself: passed on it would come twice, and many take that for impatience. */
const isFromTerminal = (signal: NodeJS.Signals, { streams: { stdin, stdout, stderr } }: Terminal): boolean =>
  (signal === 'SIGINT' || signal === 'SIGQUIT') && [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true);

interface Begun {
  api: ApiClient;
  run: StartedRun;
}

/** Null where it could not begin and the command is to run anyway. @throws CommandError where it is not */
async function beginOrRefuse(context: Context, beginning: Beginning, anyway: boolean): Promise<Begun | null> {
  const { terminal } = context;
  try {
    const { api } = await context.connect('admin');
    const run = await begin(api, beginning, null);
    sayNotCovered(terminal, run);
    if (terminal.streams.stderr.isTTY) terminal.say(said.begun(run.id, dayAndTime(run.ends_at)));
    return { api, run };
  } catch (error) {
    const why = failureSentence(error);
    if (!anyway) throw new CommandError(said.notRun(why), { cause: error });
    terminal.say(`upvigil: ${said.runWithout(why)}`);
    return null;
  }
}

/** The exit code is that of the command, whatever becomes of this. */
async function endOrSay({ api, run }: Begun, terminal: Terminal): Promise<void> {
  try {
    await api.maintenance.end({ params: { runId: run.id } });
    if (terminal.streams.stderr.isTTY) terminal.say(said.ended(run.id));
  } catch (error) {
    const sentence = isStatus(error, 409)
      ? said.overBefore(run.id)
      : said.notEnded(run.id, dayAndTime(run.ends_at), failureSentence(error));
    terminal.say(`upvigil: ${sentence}`);
  }
}

/** As shells have them: a command that is not there, and one that is no program. */
const notThere = 127;
const notExecutable = 126;
const signalBase = 128;

/** The exit code of what a signal ended, as shells have it. */
const signalExitCode = (signal: NodeJS.Signals): number => signalBase + constants.signals[signal];

/** What became of a command: its exit code, and why it could not be started, if it could not. */
interface CommandEnd {
  exitCode: number;
  problem: string | null;
}

interface RunningCommand {
  ended: Promise<CommandEnd>;
  /** Sends it a signal; nothing when it has ended. */
  pass(signal: NodeJS.Signals): void;
}

/** Runs a command with our own stdin, stdout and stderr. */
function startCommand([command = '', ...parameters]: readonly string[], { variables }: Host): RunningCommand {
  let child: ChildProcess;
  try {
    child = spawn(command, parameters, { stdio: 'inherit', env: variables });
  } catch (error) {
    // Some reasons are thrown, and others come as an event.
    return { ended: Promise.resolve(notStarted(command, error)), pass: () => undefined };
  }
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(notStarted(command, error)));
      child.once('exit', (code, signal) =>
        resolve({ exitCode: code ?? (signal === null ? notExecutable : signalExitCode(signal)), problem: null }),
      );
    }),
    pass: (signal) => void child.kill(signal),
  };
}

function notStarted(command: string, error: unknown): CommandEnd {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return { exitCode: notThere, problem: said.noCommand(command) };
  return { exitCode: notExecutable, problem: said.notExecutable(command, reasons[code] ?? String(error)) };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOEXEC: 'it is no program',
};
