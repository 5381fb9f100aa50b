import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { dashboardPast, type Past, type PastFigures } from './dashboard-past.ts';

/** Each open dashboard reloads with every batch of results; its earlier figures change hourly. */
const keepMs = 15_000;
/** Cached ranges: the pages have four, a script may request any. */
const mostRanges = 8;

export type ReadPast = (db: Database, hours: number, now: number, figures: PastFigures) => Promise<Past>;

/**
 * Earlier figures of the dashboard, read once in 15 s for each range. The cache ends when somebody changes monitors
 * or alerts.
 */
export function rememberPast(
  { clock, changes }: { clock: Pick<Clock, 'monotonic'>; changes: Pick<ChangeFeed, 'subscribe'> },
  read: ReadPast = dashboardPast,
): ReadPast {
  const known = new Map<number, { past: Promise<Past>; until: number }>();
  changes.subscribe(({ is_structural, is_replaced }) => {
    if (is_structural || is_replaced) known.clear();
  });
  return (db, hours, now, figures) => {
    const before = known.get(hours);
    if (before && clock.monotonic() < before.until) return before.past;
    if (known.size >= mostRanges) known.clear();
    const past = read(db, hours, now, figures);
    known.set(hours, { past, until: clock.monotonic() + keepMs });
    past.catch(() => known.get(hours)?.past === past && known.delete(hours));
    return past;
  };
}
