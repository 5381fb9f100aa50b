import type { LatencyHistory, UrlCheck, WindowSummary } from '../contract/checks.ts';
import type { WebsiteStatistics } from '../contract/dashboard.ts';
import type { PhaseName } from '../contract/names/states.ts';
import type { NetworkMonitor, NetworkStats } from '../contract/network-monitors.ts';
import { type PhaseHistory, type Phases, phaseStretches } from '../contract/phases.ts';
import type { DailyUptime, StatusDetail, StatusOverviewItem } from '../contract/public-status.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import type { Website, WebsiteHistory } from '../contract/websites.ts';
import { defaults } from '../defaults.ts';
import { uptimePercent } from '../status/uptime-level.ts';
import { isSlowCheck } from '../status/url-state.ts';
import { overallStatus, websiteStatus } from '../status/website-status.ts';
import { type RangeId, type TimeWindow, timeRanges } from '../time-ranges.ts';
import { publishedIncidents } from './fake-incidents.ts';
import { fakePublicMaintenances, fakePublicMarks, ofMonitor, ofWebsite, shown } from './fake-shown-maintenance.ts';
import type { FakeState, FakeWebsite } from './fake-state.ts';

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const measured = (monitors: readonly (UrlMonitor | NetworkMonitor)[]): number[] =>
  monitors.flatMap(({ last_check }) => (last_check?.response_time == null ? [] : [last_check.response_time]));

/** Figures of one website, one entry for each hour. */
export function fakeStatistics(
  state: FakeState,
  websiteId: number,
  { hours, range, until }: { hours: number; range?: RangeId | undefined; until?: string | undefined },
): WebsiteStatistics {
  const urls = state.urls.filter((url) => url.website_id === websiteId);
  const ids = new Set(urls.map(({ id }) => id));
  const checks = state.urlChecks.filter((check) => ids.has(check.url_id));
  const breakdown: Record<string, number> = {};
  for (const { status_code } of checks) {
    const code = String(status_code ?? 'timeout');
    breakdown[code] = (breakdown[code] ?? 0) + 1;
  }
  const stretchMs = Math.max(60, range ? timeRanges[range].bucketMinutes : 60) * 60_000;
  const count = range ? Math.ceil((timeRanges[range].hours * 3_600_000) / stretchMs) : hours;
  const average = mean(measured(urls));
  const uptime = urls.map((url) => url.uptime_24h).find((value) => value !== null) ?? null;
  return {
    uptime_percentage: uptime,
    coverage: uptime === null ? null : 100,
    avg_response_time: average,
    total_checks: checks.length,
    hourly_stats: Array.from({ length: count }, (_, index) => ({
      hour: new Date(
        (until === undefined ? state.now() : Date.parse(until) - stretchMs) - (count - 1 - index) * stretchMs,
      ).toISOString(),
      avg_response_time: average === null ? null : average * (1 + 0.3 * Math.sin(index / 3 + websiteId)),
      uptime,
    })),
    status_breakdown: breakdown,
  };
}

const monitorsOf = (state: FakeState, websiteId: number) => ({
  urls: state.urls.filter((url) => url.website_id === websiteId && url.enabled),
  monitors: state.monitors.filter((monitor) => monitor.website_id === websiteId && monitor.enabled),
});

/** A website in the form of the admin's pages. */
function serviceCounts(state: FakeState, websiteId: number) {
  const monitors = state.monitors.filter(({ website_id }) => website_id === websiteId).length;
  const heartbeats = state.heartbeats.filter(({ website_id }) => website_id === websiteId).length;
  return {
    network_monitor_count: monitors + heartbeats,
    ...(heartbeats > 0 ? { heartbeat_count: heartbeats } : {}),
  };
}

export const fakeWebsite = (state: FakeState, website: FakeWebsite): Website => ({
  ...website,
  url_count: state.urls.filter(({ website_id }) => website_id === website.id).length,
  ...serviceCounts(state, website.id),
  status: statusOfWebsite(state, website.id),
  ...shown(ofWebsite(state, website.id, 'admin')),
});

const statusOfWebsite = (state: FakeState, websiteId: number) => {
  const { urls, monitors } = monitorsOf(state, websiteId);
  return websiteStatus([
    ...urls.map((url) => url.last_check?.is_up ?? null),
    ...monitors.map((monitor) => monitor.is_up),
  ]);
};

export const fakeStatusOverview = (state: FakeState): StatusOverviewItem[] =>
  state.websites.map(({ id, name, description }) => {
    const { urls, monitors } = monitorsOf(state, id);
    return {
      id,
      name,
      description,
      status: statusOfWebsite(state, id),
      ...shown(ofWebsite(state, id, 'everybody')),
      ...openIncidentField(state, id),
      url_count: urls.length,
      network_monitor_count: monitors.length,
      uptime_24h: urls[0]?.uptime_24h ?? monitors[0]?.uptime_24h ?? null,
      coverage_24h: urls.length + monitors.length > 0 ? 100 : null,
      avg_response_time: mean(measured(urls)),
      daily_uptime: fakeDays(
        state,
        urls.length + monitors.length > 0,
        statusOfWebsite(state, id) !== 'up',
        state.windows.length > 0,
      ),
    };
  });

function openIncidentField(state: FakeState, websiteId: number): { incident_id?: number } {
  const open = publishedIncidents(state).find(
    ({ resolved_at, website_ids }) => resolved_at === null && website_ids.includes(websiteId),
  );
  return open ? { incident_id: open.id } : {};
}

/**
 * Thirty days: two without data, one with an outage, the others good; optionally two bad days at the end and one with
 * maintenance.
 */
function fakeDays(state: FakeState, hasData: boolean, endsBadly: boolean, hadMaintenance: boolean): DailyUptime {
  return Array.from({ length: defaults.dayStripDays }, (_, index) => {
    const date = new Date(state.now() - (defaults.dayStripDays - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    if (!hasData || index < 2) return { date, uptime: null, coverage: null, checks: 0 };
    if (index === 11) return { date, uptime: 97.4, coverage: 100, checks: 1440, down_seconds: 2246, outages: 1 };
    if (hadMaintenance && index === 20) return { ...goodDay(date), maintenance_checks: 35, maintenance_seconds: 2100 };
    if (endsBadly && index >= 28)
      return { date, uptime: 91.2, coverage: 100, checks: 1440, down_seconds: 7603, outages: 2 };
    return goodDay(date);
  });
}

const goodDay = (date: string) => ({ date, uptime: 100, coverage: 100, checks: 1440, down_seconds: 0, outages: 0 });

const entryOf = (state: FakeState, monitor: UrlMonitor | NetworkMonitor, isUp: boolean | null) => {
  const value = monitor.last_check?.response_time ?? null;
  return {
    id: monitor.id,
    status: isUp === null ? ('unknown' as const) : isUp ? ('up' as const) : ('down' as const),
    ...shown(ofMonitor(state, monitor, 'everybody')),
    last_check_time: monitor.last_check_time,
    last_response_time: value,
    uptime_24h: monitor.uptime_24h,
    coverage_24h: monitor.coverage_24h,
    check_interval: monitor.check_interval,
    response_times:
      value === null
        ? []
        : Array.from({ length: 90 }, (_, index) => ({
            time: new Date(state.now() - (95 - index) * 900_000).toISOString(),
            value: value * (1 + 0.3 * Math.sin(index / 7)),
          })).filter((_, index) => index < 40 || index > 50),
    daily_uptime: fakeDays(state, isUp !== null, isUp === false, state.windows.length > 0),
  };
};

export function fakeStatusDetail(state: FakeState, website: FakeWebsite): StatusDetail {
  const { urls, monitors } = monitorsOf(state, website.id);
  const incidents = publishedIncidents(state).filter(
    ({ website_ids, monitor_ids }) =>
      website_ids.includes(website.id) || [...urls, ...monitors].some(({ id }) => monitor_ids.includes(id)),
  );
  return {
    overall_status: overallStatus(statusOfWebsite(state, website.id)),
    ...shown(ofWebsite(state, website.id, 'everybody')),
    website: { name: website.name, description: website.description },
    uptime_7d: urls[0]?.uptime_24h ?? monitors[0]?.uptime_24h ?? null,
    coverage_7d: urls.length + monitors.length > 0 ? 100 : null,
    urls: urls.map((url) => ({
      ...entryOf(state, url, url.last_check?.is_up ?? null),
      url: url.url,
      ...(url.label === null ? {} : { label: url.label }),
      metadata_tag: url.metadata_tag,
    })),
    network_monitors: monitors.map((monitor) => ({
      ...entryOf(state, monitor, monitor.is_up),
      name: monitor.name,
      monitor_type: monitor.monitor_type,
      host: monitor.host,
      port: monitor.port,
    })),
    recent_incidents: state.alerts
      .filter((alert) => alert.website_id === website.id)
      .slice(0, defaults.recentIncidents.limit)
      .map(({ alert_type, message, created_at }) => {
        const published = incidents.find(
          ({ started_at, resolved_at }) =>
            started_at <= created_at && (resolved_at === null || created_at <= resolved_at),
        );
        const incident = published ? { incident_id: published.id } : {};
        return { type: alert_type, message, time: created_at, ...incident };
      }),
    incidents,
    maintenances: fakePublicMaintenances(state, website.id),
    marks: fakePublicMarks(state, website.id),
  };
}

type TimedCheck = Pick<UrlCheck, 'checked_at' | 'is_up' | 'response_time'>;

/** One entry for each stretch of the window with a check. */
export function fakeLatencyHistory(
  checks: readonly TimedCheck[],
  { from, to, bucketMs }: TimeWindow,
  threshold: number,
): LatencyHistory {
  const isInWindow = (at: number): boolean => at >= from && at <= to;
  const inWindow = checks.filter(({ checked_at }) => isInWindow(Date.parse(checked_at)));
  const starts = inWindow.map(({ checked_at }) => startOf(checked_at, bucketMs));
  return [...new Set(starts)].toSorted().map((time) => {
    const inStretch = inWindow.filter(({ checked_at }) => startOf(checked_at, bucketMs) === time);
    const { total_checks, failed_checks, slow_checks, p50_response_time, p95_response_time } = fakeSums(
      inStretch,
      threshold,
    );
    return {
      time,
      checks: total_checks,
      failures: failed_checks,
      slow: slow_checks,
      maintenance_checks: 0,
      p5_response_time: toMicroseconds(p50_response_time && p50_response_time * 0.8),
      p50_response_time,
      p95_response_time,
    };
  });
}

export function fakeSummary(checks: readonly TimedCheck[], { from, to }: TimeWindow, threshold: number): WindowSummary {
  const between = (since: number, until: number) =>
    checks.filter(({ checked_at }) => Date.parse(checked_at) >= since && Date.parse(checked_at) <= until);
  return {
    ...fakeSums(between(from, to), threshold),
    previous: fakeSums(between(2 * from - to, from - 1), threshold),
  };
}

/** Of the checks of its URLs. */
export function fakeWebsiteHistory(state: FakeState, websiteId: number, window: TimeWindow): WebsiteHistory {
  const ids = new Set(state.urls.filter(({ website_id }) => website_id === websiteId).map(({ id }) => id));
  const checks = state.urlChecks.filter(({ url_id }) => ids.has(url_id));
  const threshold = defaults.url.response_time_threshold;
  const { total_checks, failed_checks, slow_checks, ...sums } = fakeSums(checks, threshold);
  const times = { p50_response_time: sums.p50_response_time, p95_response_time: sums.p95_response_time };
  return {
    stretch_minutes: window.bucketMs / 60_000,
    figures: {
      checks: total_checks,
      failures: failed_checks,
      slow: slow_checks,
      uptime: sums.uptime_percentage,
      ...times,
    },
    history: fakeLatencyHistory(checks, window, threshold).map(
      ({ time, checks: count, failures, slow = 0, p50_response_time, p95_response_time }) => ({
        time,
        checks: count,
        failures,
        slow,
        p50_response_time,
        p95_response_time,
        uptime: uptimePercent(count - failures, count),
      }),
    ),
  };
}

function fakeSums(checks: readonly TimedCheck[], threshold: number): WindowSummary['previous'] {
  const successful = checks.filter((check) => check.is_up);
  const p50 = mean(successful.flatMap(({ response_time }) => response_time ?? []));
  return {
    uptime_percentage: uptimePercent(successful.length, checks.length),
    coverage: checks.length > 0 ? 100 : null,
    total_checks: checks.length,
    failed_checks: checks.length - successful.length,
    slow_checks: checks.filter((check) => isSlowCheck(check, threshold)).length,
    maintenance_checks: 0,
    maintenance_failures: 0,
    p50_response_time: toMicroseconds(p50),
    p95_response_time: toMicroseconds(p50 && p50 * 1.5),
  };
}

const toMicroseconds = (seconds: number | null) => seconds && Math.round(seconds * 1e6) / 1e6;

const startOf = (time: string, bucketMs = 900_000): string =>
  new Date(Math.floor(Date.parse(time) / bucketMs) * bucketMs).toISOString();

export function fakeNetworkStats(state: FakeState, monitor: NetworkMonitor, window: TimeWindow): NetworkStats {
  const checks = state.networkChecks.filter((check) => check.network_monitor_id === monitor.id);
  const successful = checks.filter((check) => check.is_up).length;
  const average = checks.length ? 0.012 : null;
  return {
    monitor_name: monitor.name,
    total_checks: checks.length,
    successful_checks: successful,
    failed_checks: checks.length - successful,
    uptime_percentage: checks.length ? Math.floor((successful / checks.length) * 10_000) / 100 : null,
    coverage: checks.length > 0 ? 100 : null,
    avg_response_time: average,
    p50_response_time: average,
    p95_response_time: average,
    p99_response_time: average,
    history: fakeLatencyHistory(checks, window, monitor.response_time_threshold),
    slow_checks: checks.filter((check) => isSlowCheck(check, monitor.response_time_threshold)).length,
  };
}

/** The newest interval is the current one. */
export function fakePhaseHistory(
  { now }: FakeState,
  checks: readonly Pick<UrlCheck, 'checked_at' | 'phases'>[],
): PhaseHistory {
  const { count } = phaseStretches;
  return Array.from({ length: count }, (_, at) => {
    const time = startOf(new Date(now() - (count - 1 - at) * 900_000).toISOString());
    const measured = checks.flatMap(({ checked_at, phases }) => (startOf(checked_at) === time ? (phases ?? []) : []));
    return { time, checks: measured.length, phases: measured.length === 0 ? null : meanPhases(measured) };
  });
}

const meanPhases = (all: readonly Phases[]): Phases => {
  const meanOf = (phase: PhaseName) => mean(all.flatMap((phases) => phases[phase] ?? []));
  return {
    dns: meanOf('dns'),
    connect: meanOf('connect'),
    tls: meanOf('tls'),
    first_byte: meanOf('first_byte'),
    transfer: meanOf('transfer'),
  };
};
