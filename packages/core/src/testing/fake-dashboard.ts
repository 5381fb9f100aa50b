import {
  type DashboardStats,
  type DownCounts,
  mostOpenProblems,
  mostSlowestWebsites,
  type OpenProblem,
} from '../contract/dashboard.ts';
import type { NetworkMonitor } from '../contract/network-monitors.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import { defaults } from '../defaults.ts';
import { isSlowCheck } from '../status/url-state.ts';
import { mean, measured } from './fake-figures.ts';
import { ofMonitor, shown } from './fake-shown-maintenance.ts';
import type { FakeState } from './fake-state.ts';

const isUrlSlow = ({ last_check, response_time_threshold }: UrlMonitor): boolean =>
  last_check !== null && isSlowCheck(last_check, response_time_threshold);

/** Statistics counted from the state. */
export function fakeDashboard(state: FakeState): DashboardStats {
  const urls = state.urls.filter((url) => url.enabled && url.last_check && !(url.not_checked && url.last_check.is_up));
  const up = urls.filter((url) => url.last_check?.is_up);
  const monitors = state.monitors.filter((monitor) => monitor.enabled);
  const nameOf = (id: number) => state.websites.find((website) => website.id === id)?.name ?? '';
  return {
    total_websites: state.websites.length,
    total_urls: state.urls.length,
    urls_up: up.filter((url) => !isUrlSlow(url)).length,
    urls_slow: up.filter(isUrlSlow).length,
    urls_down: urls.length - up.length,
    total_network_monitors: state.monitors.length,
    network_monitors_up: monitors.filter((monitor) => monitor.is_up === true).length,
    network_monitors_down: monitors.filter((monitor) => monitor.is_up === false).length,
    average_response_time: mean(measured(urls)),
    average_network_response_time: mean(measured(monitors)),
    network_stats: state.monitors.map((monitor) => ({
      monitor_id: monitor.id,
      website_id: monitor.website_id,
      name: monitor.name,
      status: statusOf(monitor),
      monitor_type: monitor.monitor_type,
      host: monitor.host,
      port: monitor.port,
      website_name: nameOf(monitor.website_id),
      uptime_percentage: monitor.uptime_24h,
      coverage: monitor.coverage_24h,
      response_time: monitor.last_check?.response_time ?? null,
      response_time_threshold: monitor.response_time_threshold,
      recent_checks: monitor.recent_checks,
      ...(monitor.not_checked ? { not_checked: monitor.not_checked } : {}),
      ...shown(ofMonitor(state, monitor, 'admin')),
    })),
    recent_alerts: state.alerts.slice(0, defaults.recentAlertsShown),
    previous: { ...noIssues, average_response_time: null, average_network_response_time: null },
    hourly_issues: Array.from({ length: 24 }, (_, index) => ({
      hour: new Date(state.now() - (23 - index) * 3_600_000).toISOString(),
      ...noIssues,
      average_response_time: mean(measured(urls)),
    })),
    open_problems: fakeOpenProblems(state),
    not_checked: fakeNotChecked(state),
    last_outage_ended_at: state.alerts.find(({ alert_type }) => alert_type === 'RECOVERED')?.created_at ?? null,
    slowest_websites: fakeSlowest(state),
  };
}

function fakeNotChecked(state: FakeState): NonNullable<DashboardStats['not_checked']> {
  const ofUrls = state.urls.map((url) => ({ ...url, kind: 'URL' as const, name: url.label, target: url.url }));
  const ofServices = state.monitors.map((monitor) => ({
    ...monitor,
    kind: monitor.monitor_type,
    target: monitor.port === null ? monitor.host : `${monitor.host}:${monitor.port}`,
  }));
  const longest = [...ofUrls, ...ofServices].flatMap(({ id, kind, name, target, website_id, not_checked }) =>
    not_checked
      ? [
          {
            monitor_id: id,
            kind,
            name,
            target,
            website_id,
            ...not_checked,
            website_name: state.websites.find((website) => website.id === website_id)?.name ?? '',
          },
        ]
      : [],
  );
  return { total: longest.length, longest };
}

function fakeSlowest(state: FakeState): number[] {
  const averageOf = (id: number) => mean(measured(state.urls.filter(({ website_id }) => website_id === id)));
  return state.websites
    .flatMap(({ id }) => {
      const seconds = averageOf(id);
      return seconds === null ? [] : [{ id, seconds }];
    })
    .sort((a, b) => b.seconds - a.seconds || a.id - b.id)
    .slice(0, mostSlowestWebsites)
    .map(({ id }) => id);
}

export function fakeDownCounts(state: FakeState): DownCounts {
  const { urls_down, network_monitors_down } = fakeDashboard(state);
  const in_maintenance = fakeOpenProblems(state).in_maintenance ?? 0;
  return { urls_down, network_monitors_down, in_maintenance };
}

const isMaintained = (state: FakeState, monitor: UrlMonitor | NetworkMonitor): boolean =>
  ofMonitor(state, monitor, 'admin') !== undefined;

/** Treats each failed last check as a problem that was confirmed a minute ago. */
function fakeOpenProblems(state: FakeState): NonNullable<DashboardStats['open_problems']> {
  const downUrls = state.urls.filter((url) => url.enabled && url.last_check?.is_up === false);
  const downMonitors = state.monitors.filter((monitor) => monitor.enabled && monitor.is_up === false);
  const maintained = [...downUrls, ...downMonitors].filter((monitor) => isMaintained(state, monitor));
  const isShown = (monitor: UrlMonitor | NetworkMonitor): boolean => !maintained.includes(monitor);
  const ofUrls = state.urls.filter((url) => url.enabled && isShown(url)).flatMap((url) => urlProblem(state, url) ?? []);
  const ofServices = downMonitors.filter(isShown).map((monitor) => ({
    ...problemOf(state, monitor),
    kind: monitor.monitor_type,
    name: monitor.name,
    target: monitor.port === null ? monitor.host : `${monitor.host}:${monitor.port}`,
    alert_type: 'DOWN' as const,
    cause: 'Connection refused',
  }));
  const all: OpenProblem[] = [...ofUrls, ...ofServices];
  const isSlow = ({ alert_type }: OpenProblem) => alert_type === 'SLOW';
  const slow = all.filter(isSlow);
  const down = all.filter((problem) => !isSlow(problem));
  return {
    down: down.length,
    slow: slow.length,
    metadata: 0,
    in_maintenance: maintained.length,
    worst: [...down, ...slow].slice(0, mostOpenProblems),
  };
}

function urlProblem(state: FakeState, url: UrlMonitor): OpenProblem | undefined {
  const { last_check } = url;
  if (!last_check || (last_check.is_up && !isUrlSlow(url))) return undefined;
  const base = { ...problemOf(state, url), kind: 'URL' as const, name: url.label, target: url.url };
  if (last_check.is_up) return { ...base, alert_type: 'SLOW', cause: `limit ${url.response_time_threshold}s` };
  const code = last_check.status_code;
  return { ...base, alert_type: code === null ? 'ERROR' : 'DOWN', cause: code === null ? 'Timeout' : `HTTP ${code}` };
}

/** The open alert of a monitor, where the state has one. */
function alertFacts(state: FakeState, monitor: UrlMonitor | NetworkMonitor) {
  const id = 'url' in monitor ? 'url_id' : 'network_monitor_id';
  const alert = state.alerts.find((one) => one[id] === monitor.id && one.ended_at === null);
  const { acknowledged_at = null, acknowledged_by = null } = alert ?? {};
  return { alert_id: alert?.id ?? null, acknowledged_at, acknowledged_by };
}

const problemOf = (state: FakeState, monitor: UrlMonitor | NetworkMonitor) => ({
  ...alertFacts(state, monitor),
  monitor_id: monitor.id,
  website_id: monitor.website_id,
  website_name: state.websites.find(({ id }) => id === monitor.website_id)?.name ?? '',
  since: new Date(state.now() - 60_000).toISOString(),
  response_time_threshold: monitor.response_time_threshold,
  recent_checks: monitor.recent_checks ?? { states: '', ms: [] },
});

const noIssues = { urls_down: 0, urls_slow: 0, network_monitors_down: 0 };

function statusOf(monitor: NetworkMonitor): DashboardStats['network_stats'][number]['status'] {
  if (!monitor.enabled) return 'disabled';
  if (monitor.is_up === null) return 'unknown';
  return monitor.is_up ? 'up' : 'down';
}
