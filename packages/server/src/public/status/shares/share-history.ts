import { limits } from '@upvigil/core/limits';
import { dayMs, minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../storage/database.ts';
import type { PublicAlert } from '../view/alert-incidents.ts';
import type { PublicWebsite } from '../view/public-view.ts';
import { readRecentAlerts } from '../view/website-store.ts';
import { readWindow, type WindowFigures } from './window-figures.ts';

/** Data of a shared page that is not in memory. */
export interface ShareHistory extends WindowFigures {
  /** Newest first. */
  alerts: readonly PublicAlert[];
}

/** Cache lifetime: many viewers cost as much as one. */
const keptMs = minuteMs;
/** Cached pairs of website and number of days. */
const mostKept = 100;

/** Reads the history of a website over some days, cached for a minute. */
export function createShareHistory(db: Database, clock: Pick<Clock, 'now' | 'monotonic'>) {
  const kept = new Map<string, { at: number; history: Promise<ShareHistory> }>();
  return function historyOf(website: PublicWebsite, days: number): Promise<ShareHistory> {
    const { id, created_at, counts_maintenance: counts } = website;
    const key = `${id} ${created_at} ${days} ${counts}`;
    const known = kept.get(key);
    if (known && clock.monotonic() - known.at < keptMs) return known.history;
    const history = read(db, website, { days, now: clock.now(), counts });
    kept.delete(key);
    kept.set(key, { at: clock.monotonic(), history });
    history.catch(() => kept.get(key)?.history === history && kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return history;
  };
}

async function read(
  db: Database,
  website: PublicWebsite,
  { days, now, counts }: { days: number; now: number; counts: boolean },
): Promise<ShareHistory> {
  const figures = await readWindow(db, website, { days, now, counts });
  const since = now - days * dayMs;
  return {
    ...figures,
    alerts: await readRecentAlerts(db, website.id, { since, now, limit: limits.shareLink.alerts }),
  };
}
