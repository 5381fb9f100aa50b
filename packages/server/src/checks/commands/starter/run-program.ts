import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@upvigil/core/limits';
import { distrustReason, ownUid, systemFiles } from '../file-trust.ts';
import type { ProgramEnd, ProgramFault, ProgramRequest } from './starter-messages.ts';

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Time from SIGTERM to SIGKILL. */
export const killAfterMilliseconds = 2_000;
/** Time to read the rest of the output after the end, because a process that left the group may keep the pipe open. */
const lastOutputMilliseconds = 100;
/** Between two chunks that are dropped, of 64 KiB at most. */
const droppedPauseMilliseconds = 4;
const collectedBytes = 512 * 1024;
/** Between two looks at a group that has got SIGTERM. */
const pollMilliseconds = 50;

const fileLimits = { openFiles: 256, bytesOfFile: 16 * 1024 * 1024 };

export interface RunningProgram {
  /** Also the id of its process group. */
  pid: number | undefined;
  /** Ends it as at the timeout. */
  stop(): void;
  /** Resolves when no process is left in its group. */
  ended: Promise<ProgramEnd | ProgramFault>;
}

/** Runs a program without a shell: in its own process group, in an empty folder that is deleted afterwards. */
export function runProgram(request: ProgramRequest): RunningProgram {
  const controller = new AbortController();
  try {
    const [program = ''] = request.command;
    accessSync(program, constants.X_OK);
    // Also verified with the commands file, but since then it may have been replaced.
    if (distrustReason(program, program, { files: systemFiles, ownUid: ownUid() }) !== null)
      return notStarted(distrusted);
    const folder = makeFolder(request.ids);
    const child = start(request, folder);
    const ended = follow(child, request, controller.signal)
      .finally(() => removeFolder(folder, request.ids))
      .catch(cannotStart);
    return { pid: child.pid, stop: () => controller.abort(), ended };
  } catch (error) {
    return notStarted(cannotStart(error));
  }
}

const notStarted = (fault: ProgramFault): RunningProgram => ({
  pid: undefined,
  stop: () => undefined,
  ended: Promise.resolve(fault),
});

/** Without its path, because users without rights on this machine see it. */
const distrusted: ProgramFault = {
  error: 'the program can be replaced by other users of this machine: upvigil doctor names the file and the remedy',
};

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start({ command, env, ids, memory_mb }: ProgramRequest, cwd: string): Child {
  const [program = '', ...rest] = [...limitedBy(memory_mb), ...command];
  return spawn(program, rest, {
    cwd,
    env: { PATH: systemPath, ...env },
    detached: true,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...ids,
  });
}

const prlimit = findProgram('prlimit');

/** `data`, because Node and Java reserve more address space than they use. */
const limitedBy = (memoryMb: number): string[] =>
  prlimit === null
    ? []
    : [
        prlimit,
        `--data=${memoryMb * 1024 * 1024}`,
        `--nofile=${fileLimits.openFiles}`,
        `--fsize=${fileLimits.bytesOfFile}`,
        '--',
      ];

/** The path of a program of the system; null if it is not installed. */
export function findProgram(name: string): string | null {
  return (
    systemPath
      .split(':')
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file)) ?? null
  );
}

async function follow(
  child: Child,
  { timeout_ms }: ProgramRequest,
  stopped: AbortSignal,
): Promise<ProgramEnd | ProgramFault> {
  const began = performance.now();
  const output = keepBeginning(child.stdout);
  const errors = keepBeginning(child.stderr);
  const closed = once(child, 'close').catch(() => undefined);
  const ending = createEnding(child.pid);
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    ending.begin();
  }, timeout_ms);
  stopped.addEventListener('abort', ending.begin);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const duration_us = Math.round((performance.now() - began) * 1000);
    clearTimeout(timer);
    await ending.finish();
    await Promise.race([closed, delay(lastOutputMilliseconds)]);
    const end = { code, signal, is_timeout: isTimeout, duration_us, output: output.text() || errors.text() };
    return isLimitProblem(end, output.text()) ? { error: end.output.trim() } : end;
  } catch (error) {
    return cannotStart(error);
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** Ends a process group: SIGTERM, then SIGKILL. */
function createEnding(pid: number | undefined) {
  let killAt: number | null = null;
  let kill: NodeJS.Timeout | undefined;
  return {
    begin(): void {
      if (killAt !== null) return;
      killAt = performance.now() + killAfterMilliseconds;
      signalGroup(pid, 'SIGTERM');
      kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMilliseconds);
    },
    /** After the end of the program: ends what it left in its group. After SIGTERM, that still has its time. */
    async finish(): Promise<void> {
      clearTimeout(kill);
      while (killAt !== null && performance.now() < killAt && signalGroup(pid, 0)) await delay(pollMilliseconds);
      signalGroup(pid, 'SIGKILL');
    },
  };
}

/** `prlimit` could not set a limit or start the program. Its own exit codes 1 and 127 would pass for results. */
const isLimitProblem = ({ code, output }: ProgramEnd, ownOutput: string): boolean =>
  prlimit !== null && ownOutput === '' && code !== 0 && /^(\/\S*)?prlimit: failed to /.test(output);

/** Returns whether the group has a process. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Keeps the beginning of the output, and reads the rest slowly, so that a command that prints without end takes neither
 * memory nor the processor.
 */
function keepBeginning(stream: Readable) {
  const kept: Buffer[] = [];
  let room: number = limits.commands.outputBytes;
  let dropped = 0;
  stream.on('data', (chunk: Buffer) => {
    // A copy, because a slice would keep the whole chunk in memory.
    const part = Buffer.from(chunk.subarray(0, room));
    room -= part.length;
    kept.push(part);
    if (room > 0) return;
    dropped += chunk.length;
    if (dropped >= collectedBytes) {
      dropped = 0;
      // V8 would let the chunks grow to 64 MiB, because they are not in its heap. The starter allows this call.
      globalThis.gc?.({ type: 'minor' });
    }
    stream.pause();
    setTimeout(() => stream.resume(), droppedPauseMilliseconds);
  });
  stream.on('error', () => undefined);
  return { text: (): string => Buffer.concat(kept).toString('utf8') };
}

function makeFolder(ids: ProgramRequest['ids']): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-command-'));
  if (ids) chownSync(folder, ids.uid, ids.gid);
  return folder;
}

/**
 * Files of the command's user are deleted as that user: while this process looks through a folder, a process that left
 * the group could replace a part of it by a link.
 */
async function removeFolder(folder: string, ids: ProgramRequest['ids']): Promise<void> {
  const runAsUser = async (program: string, ...flags: string[]): Promise<void> => {
    await once(spawn(program, [...flags, '--', folder], { stdio: 'ignore', ...ids }), 'close');
  };
  try {
    rmdirSync(folder);
  } catch {
    await runAsUser('/bin/chmod', '-R', 'u+rwx').catch(() => undefined);
    await runAsUser('/bin/rm', '-rf').catch(() => undefined);
  }
}

function cannotStart(error: unknown): ProgramFault {
  const { code, message } = error as { code?: string; message: string };
  return { error: `the program cannot be started (${code ?? message})` };
}
