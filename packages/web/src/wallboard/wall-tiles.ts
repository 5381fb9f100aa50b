import type { DashboardStats, NetworkStat } from '@upvigil/core/contract/dashboard';
import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { serviceStateBadge } from '@upvigil/core/status/monitor-state';
import { checkBars, dayBar, type PulseBar } from '@upvigil/core/status/pulse-geometry';
import type { Tone } from '@upvigil/core/status/tone';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import { notCheckedHeadline } from '@upvigil/core/texts/faults';
import { describeChecks } from '../components/pulse/check-strip.tsx';
import { describeStrip, stripDays } from '../components/pulse/strip-days.ts';

/** A website or network service on the wallboard. */
export interface Tile {
  id: string;
  name: string;
  tone: Tone;
  /** State as a word. */
  word: string;
  uptime: number | null;
  bars: readonly PulseBar[];
  /** Accessible name of the strip. */
  pulse: string;
}

const checksShown = 30;
const severity: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };

/** Websites, then network services; the worst state first. */
export function tilesOf(websites: readonly StatusOverviewItem[], services: readonly NetworkStat[]): Tile[] {
  const all = [...websites.map(ofWebsite), ...services.filter(({ status }) => status !== 'disabled').map(ofService)];
  return all.sort((a, b) => severity[a.tone] - severity[b.tone]);
}

/** Short, to fit the smallest tiles. */
const websiteWords: Record<WebsiteStatus, string> = { up: 'UP', partial: 'Issues', down: 'DOWN', unknown: 'No Data' };

function ofWebsite({ id, name, status, uptime_24h, daily_uptime }: StatusOverviewItem): Tile {
  const days = stripDays(daily_uptime);
  return {
    id: `website-${id}`,
    name,
    tone: publicStatusTone(status),
    word: websiteWords[status],
    uptime: uptime_24h,
    bars: days.map((day) => dayBar(day.tone, day.lostSeconds)),
    pulse: describeStrip(`Last ${days.length} days of ${name}`, days),
  };
}

function ofService(stat: NetworkStat): Tile {
  const states = stat.recent_checks?.states ?? '';
  const { label, tone } = serviceStateBadge(stat);
  return {
    id: `service-${stat.monitor_id}`,
    name: stat.name,
    tone,
    word: label,
    uptime: stat.uptime_percentage,
    bars:
      stat.recent_checks && stat.response_time_threshold
        ? checkBars(stat.recent_checks, stat.response_time_threshold, checksShown)
        : [],
    pulse: describeChecks(stat.name, states.slice(-checksShown)),
  };
}

type CheckedCounts = Pick<
  DashboardStats,
  'urls_up' | 'urls_down' | 'urls_slow' | 'network_monitors_up' | 'network_monitors_down' | 'not_checked'
>;

/** Text without open problems; null before the first check. */
export function calmOf(stats: CheckedCounts): { tone: Tone; sentence: string } | null {
  const unconfirmed = stats.urls_down + stats.urls_slow + stats.network_monitors_down;
  const notChecked = stats.not_checked?.total ?? 0;
  if (stats.urls_up + stats.network_monitors_up + unconfirmed + notChecked === 0) return null;
  if (notChecked > 0) return { tone: 'warn', sentence: notCheckedHeadline(notChecked) };
  if (unconfirmed === 0) return { tone: 'up', sentence: 'All services are up' };
  return { tone: 'warn', sentence: `${unconfirmed} with a failed last check, not confirmed yet` };
}

/** Whether the data may be outdated: the latest refresh failed, or none arrived for two intervals. */
export function isOutdated(
  { readAt, hasFailed }: { readAt: number; hasFailed: boolean },
  now: number,
  everySeconds: number,
): boolean {
  return hasFailed || now - readAt > 2 * everySeconds * 1000;
}
