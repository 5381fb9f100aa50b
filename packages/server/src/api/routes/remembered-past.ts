import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { dashboardPast, type Past, type PastFigures } from './dashboard-past.ts';

/** Each open dashboard reloads with every batch of results; its earlier figures change hourly. */
const keepMs = 15_000;
/** Cached windows: the pages have eight and any day, a script may request any. */
const mostRanges = 8;

/** `window` in ms since the epoch, as is `now`. */
export type ReadPast = (
  db: Database,
  window: { from: number; to: number },
  now: number,
  figures: PastFigures,
) => Promise<Past>;

/**
 * Earlier figures of the dashboard, read once in 15 s for each window. The cache ends when somebody changes monitors
 * or alerts.
 */
export function rememberPast(
  { clock, changes }: { clock: Pick<Clock, 'monotonic'>; changes: Pick<ChangeFeed, 'subscribe'> },
  read: ReadPast = dashboardPast,
): ReadPast {
  const known = new Map<string, { past: Promise<Past>; until: number }>();
  changes.subscribe(({ is_structural, is_replaced }) => {
    if (is_structural || is_replaced) known.clear();
  });
  return (db, window, now, figures) => {
    const { from, to } = window;
    const key = to < now ? `${from} ${to}` : String(to - from);
    const before = known.get(key);
    if (before && clock.monotonic() < before.until) return before.past;
    if (known.size >= mostRanges) known.clear();
    const past = read(db, window, now, figures);
    known.set(key, { past, until: clock.monotonic() + keepMs });
    past.catch(() => known.get(key)?.past === past && known.delete(key));
    return past;
  };
}
