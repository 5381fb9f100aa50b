import { expect, it } from 'vitest';
import { limitConcurrency, mapConcurrently } from './limit-concurrency.ts';

const held = () => {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
};

it('runs no more tasks at once than there are places, in the order in which they came', async () => {
  const limit = limitConcurrency(2);
  const gates = [held(), held(), held(), held()];
  const started: number[] = [];
  const done = gates.map((gate, index) =>
    limit.run(async () => {
      started.push(index);
      await gate.promise;
      return index;
    }),
  );
  await expect.poll(() => started).toEqual([0, 1]);
  gates[1]?.release();
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.release();
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3]);
});

it('frees the place of a failed task, and never starts a task that was aborted while it waited', async () => {
  const limit = limitConcurrency(1);
  const gate = held();
  const failing = limit.run(async () => {
    await gate.promise;
    throw new Error('refused');
  });
  const abort = new AbortController();
  let hasStarted = false;
  const givenUp = limit.run(async () => {
    hasStarted = true;
  }, abort.signal);
  const last = limit.run(async () => 'last');
  abort.abort(new Error('left the page'));
  gate.release();
  await expect(failing).rejects.toThrow('refused');
  await expect(givenUp).rejects.toThrow('left the page');
  expect(await last).toBe('last');
  expect(hasStarted).toBe(false);
});

it.each([
  ['a place is free', 0],
  ['all places are taken', 1],
])('never starts a task that was aborted before, when %s', async (_name, taken) => {
  const limit = limitConcurrency(1);
  const gate = held();
  const others = Array.from({ length: taken }, () => limit.run(() => gate.promise));
  const started: string[] = [];
  const gone = AbortSignal.abort(new Error('gone'));
  const late = limit.run(async () => void started.push('late'), gone);
  await expect(late).rejects.toThrow('gone');
  gate.release();
  await Promise.all(others);
  expect(started).toEqual([]);
  expect(limit.isIdle()).toBe(true);
});

it('is idle when nothing runs or waits, also after a waiting task was aborted', async () => {
  const limit = limitConcurrency(1);
  const gate = held();
  const abort = new AbortController();
  const first = limit.run(() => gate.promise);
  const second = limit.run(async () => 'never', abort.signal);
  expect(limit.isIdle()).toBe(false);
  abort.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  expect(limit.isIdle()).toBe(false);
  gate.release();
  await first;
  expect(limit.isIdle()).toBe(true);
});

it('returns results in the order of the items, whichever ends first', async () => {
  const gates = [held(), held(), held()];
  const results = mapConcurrently([0, 1, 2], 2, async (index) => {
    await gates[index]?.promise;
    return `result ${index}`;
  });
  for (const gate of gates.reverse()) gate.release();
  expect(await results).toEqual(['result 0', 'result 1', 'result 2']);
});

it('starts nothing more after the first failure, and warns of no leak with hundreds of items', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  process.on('warning', hear);
  const started: number[] = [];
  const items = Array.from({ length: 500 }, (_, index) => index);
  const results = mapConcurrently(items, 3, async (index) => {
    started.push(index);
    if (index === 1) throw new Error('refused');
    await Promise.resolve();
  });
  await expect(results).rejects.toThrow('refused');
  await new Promise(setImmediate);
  process.off('warning', hear);
  expect(started).toHaveLength(3);
  expect(warnings).toEqual([]);
});
