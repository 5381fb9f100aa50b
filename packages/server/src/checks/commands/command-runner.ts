import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import { limits } from '@upvigil/core/limits';
import { builtFile } from '../../base/start-thread.ts';
import { findProgram, killAfterMilliseconds, signalGroup } from './starter/run-program.ts';
import type { FromStarter, ProgramEnd, ProgramFault, ProgramRequest, ToStarter } from './starter/starter-messages.ts';

/** After its timeout and SIGKILL, a run has ended. A starter that has not reported it then is replaced. */
const graceMilliseconds = killAfterMilliseconds + 5_000;

/**
 * Small: 57 MiB after 1,000 runs without these options, 47 with them, at no cost (`npm run bench -- commands`).
 * `--expose-gc`: see run-program.ts.
 */
const smallProcess = [
  ...['--max-old-space-size=16', '--max-semi-space-size=1', '--expose-gc'],
  ...['--optimize-for-size', '--no-opt', '--no-sparkplug', '--v8-pool-size=1'],
];

/**
 * Runs programs through the starter, a few at a time; the others wait. The starter begins with the first program. If it
 * dies, its programs are ended and count as faults, and the next program begins a new one.
 */
export function createCommandRunner() {
  const places = limitConcurrency(limits.commands.atOnce);
  let starter: Starter | null = null;
  return {
    /** The timeout begins when the program starts. Rejects with the signal's reason if aborted while it waits. */
    run: (request: ProgramRequest, signal: AbortSignal): Promise<ProgramEnd | ProgramFault> =>
      places.run(() => {
        if (starter === null || starter.hasEnded()) starter = openStarter();
        return starter.run(request, signal);
      }, signal),
    /** The process id of the starter; null before the first program. For tests and measurements. */
    starterPid: (): number | null => starter?.pid ?? null,
  };
}

type Starter = ReturnType<typeof openStarter>;

interface Pending {
  /** Of the process group; null until it started. */
  pid: number | null;
  resolve(end: ProgramEnd | ProgramFault): void;
}

function openStarter() {
  const child = spawnStarter();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let hasEnded = false;
  const send = (message: ToStarter): void => {
    child.send(message, () => undefined);
  };
  const settle = (id: number, end: ProgramEnd | ProgramFault): void => {
    pending.get(id)?.resolve(end);
    pending.delete(id);
  };
  const onEnd = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const [id, { pid }] of pending) {
      if (pid !== null) signalGroup(pid, 'SIGKILL');
      settle(id, { error: 'the process that starts commands has ended' });
    }
  };
  child.on('message', (message: FromStarter) => {
    if (message.type === 'ended') return settle(message.id, message.end);
    const started = pending.get(message.id);
    if (started) started.pid = message.pid;
    // A message that a starter sent before its death may arrive after it.
    else if (hasEnded) signalGroup(message.pid, 'SIGKILL');
  });
  child.on('error', onEnd);
  child.on('exit', onEnd);
  child.on('disconnect', onEnd);

  return {
    pid: child.pid ?? null,
    hasEnded: (): boolean => hasEnded,
    async run(request: ProgramRequest, signal: AbortSignal): Promise<ProgramEnd | ProgramFault> {
      lastId += 1;
      const id = lastId;
      const stop = (): void => send({ type: 'stop', id });
      const late = setTimeout(() => child.kill('SIGKILL'), request.timeout_ms + graceMilliseconds);
      signal.addEventListener('abort', stop);
      try {
        return await new Promise<ProgramEnd | ProgramFault>((resolve) => {
          pending.set(id, { pid: null, resolve });
          send({ type: 'run', id, request });
        });
      } finally {
        clearTimeout(late);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

/** With an empty environment, because the one of the server has secrets, and commands of the same user could read it. */
function spawnStarter(): ChildProcess {
  const file = fileURLToPath(builtFile(import.meta.url, 'starter-process'));
  const setpriv = findProgram('setpriv');
  const [program = '', ...rest] = [
    ...(setpriv === null ? [] : [setpriv, '--no-new-privs', '--']),
    process.execPath,
    ...smallProcess,
    file,
  ];
  const child = spawn(program, rest, {
    cwd: '/',
    env: { TMPDIR: os.tmpdir() },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
