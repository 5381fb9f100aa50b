import { beforeEach, expect, test } from 'vitest';
import { createChangeFeed } from '../../domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { type ReadBuckets, rememberBuckets } from './remembered-buckets.ts';
import { bucketStart, hour } from './rollup.ts';
import { noWebsiteSums, type WebsiteSums } from './sums.ts';
import { noBucket, type SummedWebsite } from './website-buckets.ts';

const now = Date.UTC(2026, 2, 10, 12, 30);
const shop: SummedWebsite = { id: 1, monitor_ids: [1, 2] };
const changes = createChangeFeed(() => undefined);
const db = {} as Database;
const lastDay = { table: 'rollups_hourly', from: bucketStart(now, hour) - 23 * hour, to: now + 1 } as const;
const counted = (checks: number): WebsiteSums => ({ ...noWebsiteSums, all: { checks, failures: 0, sum_us: 0 } });

let time: number;
/** Starts that were read, of each read. */
let reads: (readonly number[])[];
let checks: number;
let readBuckets: ReadBuckets;

beforeEach(() => {
  time = 0;
  reads = [];
  checks = 60;
  readBuckets = rememberBuckets(
    { clock: { monotonic: () => time }, changes },
    async (_db, _website, _table, starts) => {
      reads.push(starts);
      return new Map(starts.slice(1).map((start) => [start, { sums: counted(checks), statuses: {} }]));
    },
  );
});

test('hours that are over are read once, those that may still change each time', async () => {
  const first = await readBuckets(db, shop, lastDay, now);
  checks = 61;
  const second = await readBuckets(db, shop, lastDay, now);
  expect(reads.map(({ length }) => length)).toEqual([24, 2]);
  const checksOf = (buckets: typeof first) => [...buckets.values()].map(({ sums }) => sums.all.checks);
  expect(checksOf(first)).toEqual([0, ...Array<number>(23).fill(60)]);
  expect(checksOf(second).slice(0, 22)).toEqual(checksOf(first).slice(0, 22));
  expect(checksOf(second).at(-1)).toBe(61);
  expect([...second.keys()]).toEqual([...first.keys()]);
});

test('an hour without checks is remembered too', async () => {
  const first = await readBuckets(db, shop, lastDay, now);
  expect(first.get(lastDay.from)).toBe(noBucket);
  await readBuckets(db, shop, lastDay, now);
  expect(reads[1]).not.toContain(lastDay.from);
});

test('who asks at the same time waits for what is being read', async () => {
  await Promise.all([readBuckets(db, shop, lastDay, now), readBuckets(db, shop, lastDay, now)]);
  expect(reads.map(({ length }) => length)).toEqual([24, 2]);
});

test('a read that failed is tried again', async () => {
  let isAway = true;
  readBuckets = rememberBuckets({ clock: { monotonic: () => time }, changes }, async () => {
    if (isAway) throw new Error('the database is away');
    return new Map();
  });
  await expect(readBuckets(db, shop, lastDay, now)).rejects.toThrow('away');
  isAway = false;
  expect((await readBuckets(db, shop, lastDay, now)).size).toBe(24);
});

test('a monitor that is gone takes its past along, one that is new has none', async () => {
  await readBuckets(db, shop, lastDay, now);
  await readBuckets(db, { id: 1, monitor_ids: [1, 2, 3] }, lastDay, now);
  await readBuckets(db, { id: 1, monitor_ids: [1, 3] }, lastDay, now);
  expect(reads.map(({ length }) => length)).toEqual([24, 2, 24]);
});

test('all is read anew when all data was replaced, and after half a day', async () => {
  await readBuckets(db, shop, lastDay, now);
  changes.publish({ is_structural: true });
  await readBuckets(db, shop, lastDay, now);
  changes.publish({ is_structural: true, is_replaced: true });
  await readBuckets(db, shop, lastDay, now);
  time += 12 * hour;
  await readBuckets(db, shop, lastDay, now);
  expect(reads.map(({ length }) => length)).toEqual([24, 2, 24, 24]);
});

test('of many websites those are forgotten that nobody asked for longest', async () => {
  const year = { ...lastDay, from: lastDay.from - 8760 * hour };
  for (const id of [1, 2, 3, 4, 5]) await readBuckets(db, { ...shop, id }, year, now);
  await readBuckets(db, shop, year, now);
  await readBuckets(db, { ...shop, id: 6 }, year, now);
  reads = [];
  await readBuckets(db, shop, year, now);
  await readBuckets(db, { ...shop, id: 2 }, year, now);
  expect(reads.map(({ length }) => length)).toEqual([2, 8784]);
});
