import { bucketStart, day } from '../../../checks/record/rollups/rollup.ts';
import {
  addSums,
  addToWebsiteSums,
  noSums,
  noWebsiteSums,
  type Sums,
  type WebsiteSums,
} from '../../../checks/record/rollups/sums.ts';
import { dailySums, lastDaySums, lastWeekSums, type MonitorFigures, oldestQuarter } from './figures.ts';
import type { PublicMonitorRow } from './website-store.ts';

/**
 * Sums over all monitors of a website. Worked out once, and then grown by what checks add, so that a website of a
 * thousand monitors costs no more than one. They hold until the next quarter of an hour begins.
 */
export interface WebsiteTotals {
  /** Over the last 24 hours. */
  last_day: WebsiteSums;
  /** Over the last 7 days. */
  last_week: Sums;
  /** Over each of the last 30 UTC days, oldest first. */
  days: Sums[];
}

export function totalsOf(
  monitors: readonly Pick<PublicMonitorRow, 'id' | 'kind'>[],
  known: ReadonlyMap<number, MonitorFigures>,
  now: number,
): WebsiteTotals {
  let last_day = noWebsiteSums;
  const all: MonitorFigures[] = [];
  for (const { id, kind } of monitors) {
    const figures = known.get(id);
    if (!figures) continue;
    all.push(figures);
    last_day = addToWebsiteSums(last_day, kind === 'URL', lastDaySums([figures], now));
  }
  return { last_day, last_week: lastWeekSums(all, now), days: dailySums(all, now) };
}

/** Adds what a quarter of an hour of one monitor grew by. */
export function addToQuarter(totals: WebsiteTotals, isPage: boolean, start: number, grown: Sums, now: number): void {
  if (start < oldestQuarter(now) || start > now) return;
  totals.last_day = addToWebsiteSums(totals.last_day, isPage, grown);
}

/** Adds what today grew by, of one monitor. */
export function addToToday(totals: WebsiteTotals, start: number, grown: Sums, now: number): void {
  if (start !== bucketStart(now, day)) return;
  const today = totals.days.length - 1;
  totals.days[today] = addSums(totals.days[today] ?? noSums, grown);
  totals.last_week = addSums(totals.last_week, grown);
}
