import { expect, it } from 'vitest';
import { finishedCheck, testNow } from '../../testing/rows.ts';
import { createResultBatch } from './result-batch.ts';
import type { FromThread } from './thread/thread-messages.ts';

const check = (id: number) => finishedCheck({ id, revision: 1, created_at: testNow });
const fault = { fault: 'memory', message: 'this host is out of memory' } as const;

function open() {
  const posted: FromThread[] = [];
  return { posted, batch: createResultBatch((message) => posted.push(message)) };
}

it('results within the delay are passed on together, faults separately and uncounted', () => {
  const { posted, batch } = open();
  batch.add(1, check(1));
  batch.add(2, fault);
  batch.add(3, check(3));
  expect([posted, batch.total]).toEqual([[], 2]);
  batch.flush();
  batch.flush();
  expect(posted).toEqual([{ type: 'results', finished: [check(1), check(3)], faulted: [{ monitor_id: 2, ...fault }] }]);
});

it('results are passed on automatically, and none twice', async () => {
  const { posted, batch } = open();
  batch.add(1, check(1));
  await expect.poll(() => posted.length).toBe(1);
  batch.flush();
  expect(posted).toHaveLength(1);
  batch.add(1, check(1));
  batch.flush();
  expect([posted.length, batch.total]).toEqual([2, 2]);
});
