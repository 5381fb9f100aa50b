import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningProgram, runProgram, signalGroup } from './run-program.ts';
import type { FromStarter, ToStarter } from './starter-messages.ts';

/** Behind probes, so that a busy command delays no other check. */
const niceness = 5;
/** A service manager sends SIGTERM to all processes of the service, in any order. */
const noticeMilliseconds = 50;

/** For the folders of programs to be deleted. */
const lastMilliseconds = 1_000;

/**
 * The starter: a small process that starts commands for the probe thread. Starting them from a large process would stop
 * it for milliseconds, because its memory map is copied. It ends with the process that started it.
 */
function runStarter(send: (message: FromStarter) => void): void {
  const running = new Map<number, RunningProgram>();
  let isTerminated = false;

  const run = async ({ id, request }: Extract<ToStarter, { type: 'run' }>): Promise<void> => {
    const program = runProgram(request);
    running.set(id, program);
    if (program.pid !== undefined) send({ type: 'started', id, pid: program.pid });
    let end = await program.ended;
    running.delete(id);
    if ('signal' in end && end.signal === 'SIGTERM' && !end.is_timeout) {
      await delay(noticeMilliseconds);
      if (isTerminated) end = { error: 'the service was stopped' };
    }
    send({ type: 'ended', id, end });
  };

  process.on('message', (message: ToStarter) => {
    if (message.type === 'run') void run(message);
    else running.get(message.id)?.stop();
  });
  process.on('disconnect', async () => {
    for (const { pid } of running.values()) signalGroup(pid, 'SIGKILL');
    const ended = [...running.values()].map((program) => program.ended);
    await Promise.race([Promise.all(ended), delay(lastMilliseconds)]);
    process.exit();
  });
  // The server decides when it ends: it first finishes running checks.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isTerminated = true;
    });
  }
}

os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + niceness));
runStarter((message) => process.connected && process.send?.(message));
