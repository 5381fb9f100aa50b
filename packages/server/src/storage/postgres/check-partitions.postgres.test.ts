import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { CheckPartitions } from './check-partitions.ts';

const day = 86_400_000;
const today = Math.floor(testNow / day) * day;

let tested: TestStorage;
let partitions: CheckPartitions;
let monitor_id: number;

beforeEach(async () => {
  tested = await openTestStorage();
  if (tested.storage.checkPartitions === null) throw new Error('PostgreSQL has partitions');
  partitions = tested.storage.checkPartitions;
  monitor_id = (await makeMonitor(tested.db)).id;
});
afterEach(() => tested.close());

const threeDays = { from: today - day, to: today + 2 * day };

/** Names of the partitions in PostgreSQL's catalogue. */
async function names(): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relispartition and relkind = 'r' order by relname
  `.execute(tested.db);
  return rows.map(({ relname }) => relname);
}

/** The partition of each check, by id. */
async function places(): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass::text as place from checks order by id
  `.execute(tested.db);
  return rows.map(({ place }) => place);
}

test('days are made ahead, and what is stored by then is moved into them with all that it had', async () => {
  const stored = [
    await makeCheck(tested.db, { monitor_id, checked_at: testNow, screenshot: 'a.webp', error_message: 'x' }),
    await makeCheck(tested.db, { monitor_id, checked_at: today - 1 }),
    await makeCheck(tested.db, { monitor_id, checked_at: today - 40 * day }),
  ];
  expect(await places()).toEqual(['checks_default', 'checks_default', 'checks_default']);
  await partitions.cover(threeDays);
  expect(await names()).toEqual(['checks_20260309', 'checks_20260310', 'checks_20260311', 'checks_default']);
  expect(await places()).toEqual(['checks_20260310', 'checks_20260309', 'checks_default']);
  expect(await tested.db.selectFrom('checks').selectAll().orderBy('id').execute()).toEqual(stored);
});

test('a check of any time is stored, with ids that go on', async () => {
  await partitions.cover(threeDays);
  const times = [testNow, 0, -day, testNow + 3650 * day, today + 2 * day, today + 2 * day - 1];
  const ids: number[] = [];
  for (const checked_at of times) ids.push((await makeCheck(tested.db, { monitor_id, checked_at })).id);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await places()).toEqual([
    'checks_20260310',
    ...['checks_default', 'checks_default', 'checks_default', 'checks_default'],
    'checks_20260311',
  ]);
});

test('processes that make them at once make each once', async () => {
  await makeCheck(tested.db, { monitor_id, checked_at: testNow });
  await Promise.all([1, 2, 3].map(() => partitions.cover(threeDays)));
  expect(await names()).toHaveLength(4);
  expect(await places()).toEqual(['checks_20260310']);
});

test('a long read, such as a backup, neither waits nor blocks', async () => {
  const snapshot = await tested.storage.openSnapshot();
  const read = () => snapshot.db.selectFrom('checks').selectAll().where('monitor_id', '=', monitor_id).execute();
  await partitions.cover({ from: today, to: today + day });
  await read();
  await expect(partitions.dropBefore(today + day)).rejects.toThrow('lock timeout');
  await expect(partitions.cover(threeDays)).rejects.toThrow('lock timeout');
  await makeCheck(tested.db, { monitor_id, checked_at: testNow });
  expect(await read()).toEqual([]);
  await snapshot.close();
  expect(await partitions.dropBefore(today + day)).toMatchObject({ checks: 1 });
});

test('days that are over are dropped whole, and their screenshots are reported', async () => {
  await partitions.cover(threeDays);
  await makeCheck(tested.db, { monitor_id, checked_at: today - 1, screenshot: 'old.webp' });
  await makeCheck(tested.db, { monitor_id, checked_at: today - 2 });
  const kept = await makeCheck(tested.db, { monitor_id, checked_at: today });
  expect(await partitions.dropBefore(today - 1)).toEqual({ checks: 0, screenshots: [], oldest: today - day });
  expect(await partitions.dropBefore(today)).toEqual({ checks: 2, screenshots: ['old.webp'], oldest: today });
  expect(await names()).toEqual(['checks_20260310', 'checks_20260311', 'checks_default']);
  expect(await tested.db.selectFrom('checks').selectAll().execute()).toEqual([kept]);
  expect(await partitions.dropBefore(Number.MAX_SAFE_INTEGER)).toMatchObject({ checks: 1, oldest: null });
});

test('a monitor that is deleted takes its checks of all days with it, and no others', async () => {
  await partitions.cover(threeDays);
  const other = await makeMonitor(tested.db);
  for (const checked_at of [today - 1, today, 5]) await makeCheck(tested.db, { monitor_id, checked_at });
  await makeCheck(tested.db, { monitor_id: other.id, checked_at: today });
  await tested.db.deleteFrom('stored_monitors').where('id', '=', monitor_id).execute();
  expect(await places()).toEqual(['checks_20260310']);
  await expect(makeCheck(tested.db, { monitor_id, checked_at: today })).rejects.toThrow('foreign key');
});

test('the history of a monitor is read from the days that it covers', async () => {
  await partitions.cover({ from: today - 30 * day, to: today + day });
  const { rows } = await sql<Record<string, string>>`
    explain select * from checks where monitor_id = ${monitor_id} and checked_at >= ${testNow - day}
    order by checked_at desc, id desc limit 100
  `.execute(tested.db);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(new Set(plan.match(/checks_(\d{8}|default)\b/g))).toEqual(
    new Set(['checks_20260309', 'checks_20260310', 'checks_default']),
  );
});
