import { dayMs, hourMs } from '@upvigil/core/time';
import { beforeEach, expect, test } from 'vitest';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { noSums, type Sums } from '../../checks/record/rollups/sums.ts';
import { lastHours, type WindowSegment } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { type ReadWindow, rememberDays } from './remembered-days.ts';

const now = Date.UTC(2026, 2, 10, 12, 30);
const year = lastHours(8760, now);
const changes = createChangeFeed(() => undefined);

let time: number;
/** The segments of each read. */
let reads: (readonly WindowSegment[])[];
let isAway: boolean;
let readWindow: ReadWindow;

beforeEach(() => {
  time = 0;
  reads = [];
  isAway = false;
  readWindow = rememberDays({ clock: { monotonic: () => time }, changes }, async (_db, _ids, window) => {
    if (isAway) throw new Error('the database is away');
    reads.push(window);
    return new Map([[1, oneEach(window)]]);
  });
});

/** A check in each day, and one in each shorter segment. */
function oneEach(window: readonly WindowSegment[]): Sums {
  const daysOf = ({ table, from, to }: WindowSegment): number =>
    table === 'rollups_daily' ? Math.ceil((to - from) / dayMs) : 1;
  return { ...noSums, checks: window.map(daysOf).reduce((sum, count) => sum + count, 0) };
}

const ask = async (window = year, monitors = 1000) => (await readWindow({} as Database, window, monitors)).get(1);

test('a year is read once, in steps of the days that one statement sums, and then only the present day', async () => {
  const first = await ask();
  expect(first).toEqual(oneEach(year));
  const steps = reads.slice(0, -1);
  expect(steps.every(([days]) => days && days.to - days.from <= 10 * dayMs)).toBe(true);
  reads = [];
  expect(await ask()).toEqual(first);
  expect(reads).toHaveLength(1);
  expect(reads[0]?.find(({ table }) => table === 'rollups_daily')?.from).toBe(Date.UTC(2026, 2, 10));
});

test('a few days are read each time', async () => {
  const week = lastHours(168, now);
  await ask(week);
  await ask(week);
  expect(reads).toEqual([week, week]);
});

test('simultaneous callers wait for the same read', async () => {
  await Promise.all([ask(), ask()]);
  expect(reads.filter((window) => window.length === 1).length).toBeLessThan(40);
});

test('it is read again after an hour, after a restore, and after a failure', async () => {
  isAway = true;
  await expect(ask()).rejects.toThrow('away');
  isAway = false;
  const forget = [
    () => undefined,
    () => {
      time += hourMs;
    },
    () => changes.publish({ is_replaced: true }),
  ];
  for (const step of forget) {
    step();
    reads = [];
    await ask();
    expect(reads.length).toBeGreaterThan(30);
  }
});

test('few ranges are kept, whatever is requested', async () => {
  for (let hours = 8000; hours < 8000 + 24 * 5; hours += 24) await ask(lastHours(hours, now));
  reads = [];
  await ask(lastHours(8000, now));
  expect(reads.length).toBeGreaterThan(30);
});
