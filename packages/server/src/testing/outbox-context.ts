import type { OutboxContext } from '../alerts/notify/outbox/queue.ts';
import type { Database } from '../storage/database.ts';
import { testNow } from './rows.ts';
import { createTestClock } from './test-clock.ts';

const silent = (): void => undefined;

/** What queues share, for the process 'me'. The time stands still at `testNow` unless a clock is given. */
export const outboxContext = (db: Database, given: Partial<OutboxContext> = {}): OutboxContext => ({
  db,
  clock: createTestClock(testNow, async () => undefined),
  log: { info: silent, warn: silent, error: silent },
  changes: { publish: silent },
  installation: async () => 'here',
  publicUrl: () => 'https://status.example.org',
  sendDeadlineMilliseconds: 30_000,
  stopping: new AbortController().signal,
  owner: 'me',
  ...given,
});
