import { dayMs, hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { bucketStart } from '../../checks/record/rollups/rollup.ts';
import { addSums, type Sums } from '../../checks/record/rollups/sums.ts';
import type { WindowSegment } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';

/** Rows that one statement sums: about 8 ms. */
const rowsAtOnce = 10_000;
/** Late results of past days appear after this time. Milliseconds. */
const keepMs = hourMs;
/** Cached ranges of days, about 100 bytes for each monitor. */
const mostStretches = 4;

/** Returns the sums of each monitor in a window. `monitors`: their number. */
export type ReadWindow = (
  db: Database,
  window: readonly WindowSegment[],
  monitors: number,
) => Promise<ReadonlyMap<number, Sums>>;

export const readWindow: ReadWindow = (db, window) => windowSumsByMonitor(db, 'all', window);

/**
 * Caches the sums of past days, so that a year of 1,000 monitors (365,000 rows) is not read for each response. Reads
 * in small steps. The cache ends after an hour and when all data was replaced.
 */
export function rememberDays(
  { clock, changes }: { clock: Pick<Clock, 'monotonic'>; changes: Pick<ChangeFeed, 'subscribe'> },
  read: typeof windowSumsByMonitor = windowSumsByMonitor,
): ReadWindow {
  const known = new Map<string, { sums: Promise<Map<number, Sums>>; until: number }>();
  changes.subscribe(({ is_replaced }) => {
    if (is_replaced) known.clear();
  });

  function remembered(db: Database, days: WindowSegment, daysAtOnce: number): Promise<Map<number, Sums>> {
    const key = `${days.from} ${days.to}`;
    const before = known.get(key);
    if (before && clock.monotonic() < before.until) return before.sums;
    if (known.size >= mostStretches) known.clear();
    const sums = readInSteps(db, days, daysAtOnce, read);
    known.set(key, { sums, until: clock.monotonic() + keepMs });
    sums.catch(() => known.get(key)?.sums === sums && known.delete(key));
    return sums;
  }

  return async (db, window, monitors) => {
    const daysAtOnce = Math.max(1, Math.floor(rowsAtOnce / Math.max(1, monitors)));
    const days = window.find(({ table }) => table === 'rollups_daily');
    const today = days ? bucketStart(days.to - 1, dayMs) : 0;
    if (!days || today - days.from <= daysAtOnce * dayMs) return read(db, 'all', window);
    const past = await remembered(db, { ...days, to: today }, daysAtOnce);
    const open = window.map((segment) => (segment === days ? { ...days, from: today } : segment));
    return addTo(new Map(past), await read(db, 'all', open));
  };
}

async function readInSteps(
  db: Database,
  { table, from, to }: WindowSegment,
  daysAtOnce: number,
  read: typeof windowSumsByMonitor,
): Promise<Map<number, Sums>> {
  const sums = new Map<number, Sums>();
  let start = from;
  await inSmallSteps(async () => {
    const end = Math.min(to, start + daysAtOnce * dayMs);
    addTo(sums, await read(db, 'all', [{ table, from: start, to: end }]));
    start = end;
    return { isDone: start >= to };
  });
  return sums;
}

/** Adds sums by monitor to `sums` and returns it. */
function addTo(sums: Map<number, Sums>, added: ReadonlyMap<number, Sums>): Map<number, Sums> {
  for (const [id, more] of added) {
    const before = sums.get(id);
    sums.set(id, before ? addSums(before, more) : more);
  }
  return sums;
}
