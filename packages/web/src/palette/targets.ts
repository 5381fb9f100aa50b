import type { DashboardStats, NetworkStat, OpenProblem } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { FoundUrl, UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { serviceStateBadge } from '@upvigil/core/status/monitor-state';
import type { RecentChecks } from '@upvigil/core/status/pulse-geometry';
import type { Tone } from '@upvigil/core/status/tone';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import { compareNames } from '../components/lists/compare-names.ts';
import { withoutScheme } from '../components/rows/without-scheme.ts';

/** A website or service that can be opened. */
export interface Target {
  id: string;
  name: string;
  /** Distinguishes entries of the same name. */
  hint: string;
  tone: Tone;
  path: string;
  website: { id: number; name: string };
  /** Services that can be checked now; undefined for websites. */
  monitor?: { kind: 'url' | 'network'; id: number };
  strip?: { checks: RecentChecks; threshold: number };
  /** Days of a website. */
  days?: DailyUptime;
}

/** Data that is already loaded. */
interface KnownServices {
  websites: readonly Website[];
  /** Days of each website by its id. */
  days?: ReadonlyMap<number, DailyUptime> | undefined;
  stats: Pick<DashboardStats, 'network_stats' | 'open_problems'> | undefined;
  /** URLs of the visited websites. */
  urls: readonly UrlMonitor[];
}

/** Accessible name of a state that is shown as a shape only. */
export const toneWord: Record<Tone, string> = {
  down: 'has a problem',
  warn: 'partly up or slow',
  up: 'up',
  none: 'no state',
};

const severity: Record<Tone, number> = { down: 0, warn: 1, up: 2, none: 3 };
const byTone = (a: Target, b: Target): number => severity[a.tone] - severity[b.tone] || compareNames(a.name, b.name);

/** All targets without duplicates: the worst state first, then by name. */
export function targetsOf({ websites, days, stats, urls }: KnownServices): Target[] {
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const problems = stats?.open_problems?.worst ?? [];
  const openUrls = new Map(problems.filter(({ kind }) => kind === 'URL').map((one) => [one.monitor_id, one]));
  const listed = urls.filter(({ id, website_id }) => !openUrls.has(id) && names.has(website_id));
  const all = [
    ...websites.map((website) => ofWebsite(website, days?.get(website.id))),
    ...[...openUrls.values()].map(ofProblem),
    ...listed.map((url) => ofUrl(url, names.get(url.website_id) ?? '')),
    ...(stats?.network_stats ?? []).map(ofService),
  ];
  return all.sort(byTone);
}

/** Adds search results. Known entries stay unchanged. */
export function withFound(targets: readonly Target[], found: readonly FoundUrl[]): readonly Target[] {
  const known = new Set(targets.map(({ id }) => id));
  const others = found.map((url) => ofUrl(url, url.website_name)).filter(({ id }) => !known.has(id));
  return others.length === 0 ? targets : [...targets, ...others].sort(byTone);
}

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const ofWebsite = (
  { id, name, status, url_count, network_monitor_count }: Website,
  days: DailyUptime | undefined,
): Target => ({
  id: `website-${id}`,
  name,
  hint: `${countOf(url_count, 'URL')}, ${countOf(network_monitor_count, 'network service')}`,
  tone: publicStatusTone(status),
  path: `/websites/${id}`,
  website: { id, name },
  ...(days ? { days } : {}),
});

/** A label with website and address as the hint, or the address with the website. */
function namedUrl(label: string | null, url: string, websiteName: string): Pick<Target, 'name' | 'hint'> {
  const address = withoutScheme(url);
  return label === null ? { name: address, hint: websiteName } : { name: label, hint: `${websiteName} · ${address}` };
}

const ofProblem = (problem: OpenProblem): Target => ({
  id: `url-${problem.monitor_id}`,
  ...namedUrl(problem.name, problem.target, problem.website_name),
  tone: alertTone(problem.alert_type),
  path: monitorPath(problem.website_id, 'URL', problem.monitor_id),
  website: { id: problem.website_id, name: problem.website_name },
  monitor: { kind: 'url', id: problem.monitor_id },
  strip: { checks: problem.recent_checks, threshold: problem.response_time_threshold },
});

const ofUrl = (url: UrlMonitor | FoundUrl, websiteName: string): Target => ({
  id: `url-${url.id}`,
  ...namedUrl(url.label, withoutCredentials(url.url), websiteName),
  tone: toneOfUrl(url),
  path: monitorPath(url.website_id, 'URL', url.id),
  website: { id: url.website_id, name: websiteName },
  monitor: { kind: 'url', id: url.id },
  ...stripOf(url.recent_checks, url.response_time_threshold),
});

/** Amber for a URL that is not checked any more. Search results do not contain whether a URL is checked. */
function toneOfUrl(url: UrlMonitor | FoundUrl): Tone {
  if (!url.enabled) return 'none';
  const tone = toneOfLast(url.recent_checks);
  return tone !== 'down' && 'not_checked' in url && url.not_checked ? 'warn' : tone;
}

const ofService = (stat: NetworkStat): Target => ({
  id: `network-${stat.monitor_id}`,
  name: stat.name,
  hint: [stat.website_name, formatHostPort(stat.host, stat.port)].filter(Boolean).join(' · '),
  tone: serviceStateBadge(stat).tone,
  path: monitorPath(stat.website_id, stat.monitor_type, stat.monitor_id),
  website: { id: stat.website_id, name: stat.website_name },
  monitor: { kind: 'network', id: stat.monitor_id },
  ...stripOf(stat.recent_checks, stat.response_time_threshold),
});

function toneOfLast(checks: RecentChecks | undefined): Tone {
  const tones: Record<string, Tone> = { u: 'up', s: 'warn', d: 'down' };
  return tones[checks?.states.at(-1) ?? ''] ?? 'none';
}

const stripOf = (checks: RecentChecks | undefined, threshold: number | undefined): Pick<Target, 'strip'> =>
  checks?.states && threshold !== undefined ? { strip: { checks, threshold } } : {};
