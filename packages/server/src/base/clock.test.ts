import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { pause, systemClock } from './clock.ts';

test('the monotonic clock is one for all threads of the process', async () => {
  const clock = systemClock.monotonic.toString();
  const code = `require('node:worker_threads').parentPort.postMessage(({ monotonic: ${clock} }).monotonic())`;
  const before = systemClock.monotonic();
  const worker = new Worker(code, { eval: true });
  const [inThread] = await once(worker, 'message');
  const after = systemClock.monotonic();
  await worker.terminate();
  expect(inThread).toBeGreaterThan(before);
  expect(inThread).toBeLessThan(after);
});

test('a timer calls back when its time has passed, and not once it was cancelled', async () => {
  const called: string[] = [];
  const cancel = systemClock.after(0, () => void called.push('cancelled'));
  cancel();
  const before = systemClock.monotonic();
  systemClock.after(5, () => void called.push('after 5 ms'));
  await pause(systemClock, 10);
  expect(called).toEqual(['after 5 ms']);
  // Timers round to whole milliseconds.
  expect(systemClock.monotonic() - before).toBeGreaterThan(9);
});
