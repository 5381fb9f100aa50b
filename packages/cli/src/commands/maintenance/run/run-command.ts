import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import type { Host } from '../../../context.ts';

/** As shells have them: a command that is not there, and one that is no program. */
const notThere = 127;
const notExecutable = 126;
const signalBase = 128;

/** The exit code of what a signal ended, as shells have it. */
export const signalExitCode = (signal: NodeJS.Signals): number => signalBase + constants.signals[signal];

/** What became of a command: its exit code, and why it could not be started, if it could not. */
export interface CommandEnd {
  exitCode: number;
  problem: string | null;
}

export interface RunningCommand {
  ended: Promise<CommandEnd>;
  /** Sends it a signal; nothing when it has ended. */
  pass(signal: NodeJS.Signals): void;
}

/** Runs a command with our own stdin, stdout and stderr. */
export function startCommand([command = '', ...parameters]: readonly string[], { variables }: Host): RunningCommand {
  let child: ChildProcess;
  try {
    child = spawn(command, parameters, { stdio: 'inherit', env: variables });
  } catch (error) {
    // Some reasons are thrown, and others are told later.
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
