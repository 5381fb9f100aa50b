import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Change } from '../../../base/domain/change-feed.ts';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createOfflineNotice, type OfflineNotice } from './offline-notice.ts';

const minute = 60_000;
/** 12:04 UTC of the tests' day. */
const since = testNow + 4 * minute;
const ended = testNow + 31 * minute;

let test: TestStorage;
let clock: TestClock;
let notice: OfflineNotice;
let changes: Partial<Change>[];
let errors: string[];

beforeEach(async () => {
  test = await openTestStorage();
  clock = createTestClock(testNow, async () => undefined);
  changes = [];
  errors = [];
  notice = createOfflineNotice({
    db: test.db,
    clock,
    changes: { publish: (change) => void changes.push(change) },
    log: { warn: () => undefined, error: (_fields, message) => void errors.push(message) },
  });
});
afterEach(() => test.close());

const notices = () => test.db.selectFrom('notices').select(['kind', 'message', 'began_at', 'ended_at']).execute();

it('notifies when Upvigil is offline, and at the end with the length and the number of monitors', async () => {
  notice.note({ state: 'offline', since });
  await notice.stop();
  expect(await notices()).toEqual([
    { kind: 'offline', message: 'offline since 12:04', began_at: since, ended_at: null },
  ]);
  notice.note({ state: 'over', since, ended, monitor_ids: [1, 2] });
  await notice.stop();
  expect(await notices()).toEqual([
    {
      kind: 'offline',
      message: 'offline 12:04 to 12:31; 2 monitors were not judged',
      began_at: since,
      ended_at: ended,
    },
  ]);
  expect(changes).toEqual([{ has_deliveries: true }, { has_deliveries: true }]);
});

it('counts the monitors of other processes too, each once, and none with another or older fault', async () => {
  const faults = [
    encodeLastFault('offline', 'dead', since + minute),
    encodeLastFault('no-route', 'none', since + minute),
    encodeLastFault('offline', 'dead', since - minute),
    encodeLastFault('memory', 'out', since + minute),
    null,
  ];
  const ids: number[] = [];
  for (const last_fault of faults) ids.push((await makeMonitor(test.db, { last_fault })).id);
  notice.note({ state: 'offline', since });
  notice.note({ state: 'over', since, ended, monitor_ids: ids.slice(0, 1) });
  await notice.stop();
  expect(await notices()).toMatchObject([{ message: 'offline 12:04 to 12:31; 2 monitors were not judged' }]);
});

it("has the time in the routing's zone, and the day after midnight", async () => {
  await routingSettings.save(test.db, { ...(await routingSettings.read(test.db)), time_zone: 'Asia/Tokyo' });
  const late = Date.UTC(2026, 2, 10, 14, 58);
  notice.note({ state: 'offline', since: late });
  notice.note({ state: 'over', since: late, ended: late + 5 * minute, monitor_ids: [1] });
  await notice.stop();
  expect(await notices()).toMatchObject([
    { message: 'offline 10 Mar 23:58 to 11 Mar 00:03; 1 monitor was not judged' },
  ]);
});

it('ends the notice of a killed process at the first answer, and ignores later answers', async () => {
  notice.note({ state: 'answered', at: testNow });
  await notice.stop();
  expect(await notices()).toEqual([]);
  notice.note({ state: 'offline', since });
  notice.note({ state: 'answered', at: ended });
  await notice.stop();
  expect(await notices()).toMatchObject([{ message: 'offline 12:04 to 12:31; 0 monitors were not judged' }]);
});

it('notifies later, in order, when the database was away too', async () => {
  await test.db.schema.alterTable('notices').renameTo('away').execute();
  notice.note({ state: 'offline', since });
  notice.note({ state: 'over', since, ended, monitor_ids: [1] });
  await expect.poll(() => errors.length).toBe(1);
  await test.db.schema.alterTable('away').renameTo('notices').execute();
  await clock.advance(5_000);
  await notice.stop();
  expect(await notices()).toMatchObject([{ message: 'offline 12:04 to 12:31; 1 monitor was not judged' }]);
});
