import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

const held = () => {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
};
const never = new AbortController().signal;

it('runs no more tasks at once than there are places, in the order in which they came', async () => {
  const inTurn = limitConcurrency(2);
  const gates = [held(), held(), held(), held()];
  const started: number[] = [];
  const done = gates.map((gate, index) =>
    inTurn(never, async () => {
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

it('gives the place on when a task fails, and never starts one that was given up', async () => {
  const inTurn = limitConcurrency(1);
  const gate = held();
  const failing = inTurn(never, async () => {
    await gate.promise;
    throw new Error('refused');
  });
  const abort = new AbortController();
  let hasStarted = false;
  const givenUp = inTurn(abort.signal, async () => {
    hasStarted = true;
  });
  const last = inTurn(never, async () => 'last');
  abort.abort(new Error('left the page'));
  gate.release();
  await expect(failing).rejects.toThrow('refused');
  await expect(givenUp).rejects.toThrow('left the page');
  expect(await last).toBe('last');
  expect(hasStarted).toBe(false);
});
