import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

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
