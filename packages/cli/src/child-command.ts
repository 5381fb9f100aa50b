import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

/** Exit codes of shells: command not found, and not executable. */
const notThere = 127;
const notExecutable = 126;
const signalBase = 128;

/** The exit code that shells use for a process ended by a signal. */
export const signalExitCode = (signal: NodeJS.Signals): number => signalBase + constants.signals[signal];

/** How a command ended: its exit code, and the error if it could not start. */
export interface CommandEnd {
  exitCode: number;
  startError: unknown;
}

export interface RunningCommand {
  ended: Promise<CommandEnd>;
  /** Sends it a signal, unless it has ended. */
  pass(signal: NodeJS.Signals): void;
  /** For the stdio `pipe`; otherwise null. */
  stdout: Readable | null;
  stderr: Readable | null;
}

/** Runs a command without a shell. `command`: its name and its arguments. */
export function startCommand(
  [name = '', ...parameters]: readonly string[],
  options: { env: NodeJS.ProcessEnv; stdio: StdioOptions },
): RunningCommand {
  let child: ChildProcess;
  try {
    child = spawn(name, parameters, options);
  } catch (error) {
    // Node throws some reasons and reports others as an event.
    return { ended: Promise.resolve(notStarted(error)), pass: () => undefined, stdout: null, stderr: null };
  }
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(notStarted(error)));
      child.once('exit', (code, signal) =>
        resolve({ exitCode: code ?? (signal === null ? notExecutable : signalExitCode(signal)), startError: null }),
      );
    }),
    pass: (signal) => void child.kill(signal),
    stdout: child.stdout,
    stderr: child.stderr,
  };
}

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const notStarted = (error: unknown): CommandEnd => ({
  exitCode: errorCode(error) === 'ENOENT' ? notThere : notExecutable,
  startError: error,
});

/**
 * A terminal sends Ctrl+C to all its programs. Passing it on would deliver it twice, which many take as "stop at once".
 */
export const isFromTerminal = (signal: NodeJS.Signals, hasTerminal: boolean): boolean =>
  hasTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT');
