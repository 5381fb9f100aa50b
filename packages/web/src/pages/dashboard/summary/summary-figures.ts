import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import type { PulseBar } from '@upvigil/core/status/pulse-geometry';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import type { Share } from '../../../components/figures/share-bar.tsx';

export interface HourOfIssues {
  down: number;
  slow: number;
}

/** Height by the number of monitors with a problem in the hour. Failures take precedence over slow checks. */
export function issueBars(hours: readonly HourOfIssues[]): PulseBar[] {
  const most = Math.max(1, ...hours.map(({ down, slow }) => down + slow));
  return hours.map(({ down, slow }) => {
    if (down + slow === 0) return { tone: 'none', height: 0 };
    return { tone: down > 0 ? 'down' : 'warn', height: 0.55 + (0.45 * (down + slow)) / most };
  });
}

export const urlHours = (stats: DashboardStats): HourOfIssues[] | undefined =>
  stats.hourly_issues?.map(({ urls_down, urls_slow }) => ({ down: urls_down, slow: urls_slow }));

export const networkHours = (stats: DashboardStats): HourOfIssues[] | undefined =>
  stats.hourly_issues?.map(({ network_monitors_down }) => ({ down: network_monitors_down, slow: 0 }));

/** Parts of the total; the rest was never checked or is disabled. */
export function sharesOf(total: number, { up, slow, down }: HourOfIssues & { up: number }): Share[] {
  return [
    { tone: 'up', count: up },
    { tone: 'warn', count: slow },
    { tone: 'down', count: down },
    { tone: 'none', count: Math.max(0, total - up - slow - down) },
  ];
}

/** Number of websites without a problem, and with one. */
export function websiteShares(websites: readonly Website[]): { up: number; down: number; slow: number } {
  const countOf = (wanted: string) => websites.filter(({ status }) => publicStatusTone(status) === wanted).length;
  return { up: countOf('up'), slow: countOf('warn'), down: countOf('down') };
}

/** Increase in percent; null if it is not meaningful. */
export function percentChange(now: number | null, before: number | null | undefined): number | null {
  if (now === null || !before) return null;
  return Math.round(((now - before) / before) * 100);
}
