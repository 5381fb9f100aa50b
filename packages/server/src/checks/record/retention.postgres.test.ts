import { dayMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import { makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createRetention, type Retention } from './retention.ts';

let tested: TestStorage;
let now: number;
let warned: string[];
let removed: string[];
let monitor_id: number;

beforeEach(async () => {
  tested = await openTestStorage();
  now = testNow;
  warned = [];
  removed = [];
  monitor_id = (await makeMonitor(tested.db)).id;
});
afterEach(() => tested.close());

const create = (keptDays = 30): Retention => {
  const clock: Clock = { ...systemClock, now: () => now, monotonic: () => now };
  return createRetention({
    storage: tested.storage,
    clock,
    log: { error: () => undefined, warn: (_fields, text) => warned.push(text) },
    removeScreenshots: async (names) => void removed.push(...names),
    finishDeletions: async () => undefined,
    days: { checks: keptDays, quarterHourlyRollups: 8, hourlyRollups: 400, dailyRollups: null, alerts: null },
  });
};

/** First and last day with a partition of its own, and the number of partitions. */
async function partitions(): Promise<{ first: string; last: string; count: number } | undefined> {
  const { rows } = await sql<{ first: string; last: string; count: number }>`
    select min(relname) as first, max(relname) as last, count(*) as count
    from pg_class where relispartition and relkind = 'r' and relname <> 'checks_default'
  `.execute(tested.db);
  return rows[0];
}

const times = async (): Promise<number[]> => {
  const rows = await tested.db.selectFrom('checks').select('checked_at').orderBy('checked_at').execute();
  return rows.map(({ checked_at }) => checked_at);
};

test('partitions are there for all days that are kept and for a week ahead, and follow the time', async () => {
  const retention = create();
  await retention.prepare();
  expect(await partitions()).toEqual({ first: 'checks_20260208', last: 'checks_20260317', count: 38 });
  now += dayMs;
  await retention.runOnce();
  expect(await partitions()).toEqual({ first: 'checks_20260209', last: 'checks_20260318', count: 38 });
});

test('a day is dropped once all of it is old, with the files of its screenshots', async () => {
  const retention = create();
  await retention.prepare();
  const midnight = Math.floor(testNow / dayMs) * dayMs;
  const inDay = midnight - 30 * dayMs;
  await makeCheck(tested.db, { monitor_id, checked_at: inDay, screenshot: 'first.webp' });
  await makeCheck(tested.db, { monitor_id, checked_at: inDay + dayMs - 1 });
  await makeCheck(tested.db, { monitor_id, checked_at: inDay + dayMs });
  now = midnight + dayMs - 1;
  expect(await retention.runOnce()).toMatchObject({ checks: 0 });
  now = midnight + dayMs;
  expect(await retention.runOnce()).toMatchObject({ checks: 2 });
  expect(await times()).toEqual([inDay + dayMs]);
  expect(removed).toEqual(['first.webp']);
});

test('checks that are in no day, as restored ones, are deleted too when they are old', async () => {
  const retention = create();
  await retention.prepare();
  const old = testNow - 200 * dayMs;
  await sql`insert into checks (monitor_id, checked_at, is_up, screenshot)
    select ${monitor_id}, ${sql.lit(old)}::bigint + n, 1, case when n = 700 then 'old.webp' end
    from generate_series(1, 1300) n`.execute(tested.db);
  await makeCheck(tested.db, { monitor_id, checked_at: testNow + 900 * dayMs });
  expect(await retention.runOnce()).toMatchObject({ checks: 1300 });
  expect(await times()).toEqual([testNow + 900 * dayMs]);
  expect(removed).toEqual(['old.webp']);
});

test('longer retention gives partitions longer than a day', async () => {
  await create(3650).prepare();
  const made = await partitions();
  expect(made?.count).toBeGreaterThan(90);
  expect(made?.count).toBeLessThan(110);
});

test('when partitions cannot be made, that is logged, checks are stored, and the next run makes them', async () => {
  const retention = create();
  const snapshot = await tested.storage.openSnapshot();
  await snapshot.db.selectFrom('checks').selectAll().execute();
  await retention.prepare();
  expect(warned).toEqual([expect.stringContaining('could not be made')]);
  await makeCheck(tested.db, { monitor_id, checked_at: testNow });
  await snapshot.close();
  await retention.runOnce();
  expect(await partitions()).toMatchObject({ count: 38 });
  expect(await times()).toEqual([testNow]);
});
