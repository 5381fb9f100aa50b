import { formatHostPort } from '../contract/fields/host-port.ts';
import { parseTagTerms } from '../contract/fields/tags.ts';
import type { Heartbeat } from '../contract/heartbeats.ts';
import type { ListedMonitor, MonitorFilter } from '../contract/monitors.ts';
import { checkStateLetters, type ListedState, listedStates } from '../contract/names/states.ts';
import type { NetworkMonitor } from '../contract/network-monitors.ts';
import { shownAddress } from '../contract/secrets/shown-address.ts';
import type { UrlMonitor } from '../contract/urls.ts';
import { orderMonitors } from '../rules/monitor-order.ts';
import { hasTagOf } from '../rules/tag-filter.ts';
import { listedState } from '../status/listed-state.ts';
import { isSlowCheck } from '../status/url-state.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { refusedField } from './fake-rows.ts';
import { withMaintained } from './fake-shown-maintenance.ts';
import type { FakeState } from './fake-state.ts';
import { neverChecked } from './fake-watched.ts';

type Monitor = UrlMonitor | NetworkMonitor | Heartbeat;

export const monitorListHandlers = (state: FakeState): Pick<FakeHandlers['monitors'], 'list' | 'tags'> => ({
  list: ({ query: { limit, sort, before, ...filter } }) => {
    const { state: wanted, ...others } = filter;
    const found = matchingMonitors(state, others);
    const matching = found.filter((each) => wanted === undefined || each.state === wanted);
    const ordered = orderMonitors(byName(matching), sort);
    const everyone = orderMonitors(byName(allMonitors(state)), sort).map(({ id }) => id);
    if (before !== undefined && !everyone.includes(before))
      throw refusedField('before', `There is no monitor ${before}`);
    const start = before === undefined ? -1 : everyone.indexOf(before);
    return {
      monitors: ordered.filter(({ id }) => everyone.indexOf(id) > start).slice(0, limit),
      total: matching.length,
      all: allMonitors(state).length,
      states: Object.fromEntries(
        listedStates.map((each) => [each, found.filter((monitor) => monitor.state === each).length]),
      ) as Record<ListedState, number>,
    };
  },
  tags: () => {
    const all = allMonitors(state).flatMap(({ tags }) => tags);
    return [...new Set(all)].sort().map((tag) => ({ tag, monitor_count: all.filter((each) => each === tag).length }));
  },
});

const byName = (monitors: readonly ListedMonitor[]): ListedMonitor[] =>
  monitors.toSorted((a, b) => {
    const one = a.name.toLowerCase();
    const other = b.name.toLowerCase();
    return one === other ? a.id - b.id : one < other ? -1 : 1;
  });

export const matchingMonitors = (state: FakeState, filter: MonitorFilter): ListedMonitor[] =>
  allMonitors(state).filter((monitor) => matches(monitor, filter));

function matches(monitor: ListedMonitor, filter: MonitorFilter): boolean {
  const { q = '', tag = '', kind, state, website_id, check_interval } = filter;
  const texts = [monitor.name, monitor.target, monitor.website_name];
  return (
    texts.some((text) => text.toLowerCase().includes(q.toLowerCase())) &&
    parseTagTerms(tag).every(({ filter, isWithout }) => hasTagOf(monitor.tags, [filter]) !== isWithout) &&
    (kind === undefined || monitor.kind === kind) &&
    (state === undefined || monitor.state === state) &&
    (website_id === undefined || monitor.website_id === website_id) &&
    (check_interval === undefined || monitor.check_interval === check_interval)
  );
}

export const allMonitors = (state: FakeState): ListedMonitor[] => [
  ...state.urls.map((url) => {
    const target = shownAddress(url.url, 'public');
    return listed(state, url, { kind: 'URL' as const, name: url.label ?? target, target, check: url.last_check });
  }),
  ...state.monitors.map((monitor) => {
    const { monitor_type: kind, name, host, port, last_check = null } = monitor;
    return listed(state, monitor, { kind, name, target: formatHostPort(host, port), check: last_check });
  }),
  ...state.heartbeats.map((heartbeat) => {
    const { name, is_up, state: own } = heartbeat;
    const isUp = own === 'running' ? is_up !== false : is_up;
    const check = isUp === null ? null : { is_up: isUp, response_time: null };
    return listed(state, heartbeat, { kind: 'HEARTBEAT' as const, name, target: '', check });
  }),
];

interface Described extends Pick<ListedMonitor, 'kind' | 'name' | 'target'> {
  check: { is_up: boolean; response_time: number | null } | null;
}

function listed(state: FakeState, monitor: Monitor, { check, ...described }: Described): ListedMonitor {
  const { id, website_id, enabled, tags, parent_id, uptime_24h, coverage_24h } = monitor;
  const recent_checks = monitor.recent_checks ?? neverChecked.recent_checks;
  const {
    response_time_threshold = null,
    check_interval = null,
    period = null,
  } = { ...monitor } as {
    response_time_threshold?: number;
    check_interval?: number;
    period?: number | null;
  };
  const isSlow =
    response_time_threshold === null
      ? recent_checks.states.endsWith(checkStateLetters.slow)
      : check !== null && isSlowCheck(check, response_time_threshold);
  const not_checked = 'not_checked' in monitor ? monitor.not_checked : undefined;
  return withMaintained<ListedMonitor>(state, {
    id,
    ...described,
    website_id,
    website_name: state.websites.find((website) => website.id === website_id)?.name ?? '',
    enabled,
    state: listedState({
      enabled,
      is_up: check?.is_up ?? null,
      is_slow: isSlow,
      is_outdated: not_checked !== undefined,
    }),
    tags,
    parent_id,
    check_interval: check_interval ?? period ?? 86_400,
    response_time: check?.is_up ? check.response_time : null,
    uptime_24h,
    coverage_24h,
    recent_checks,
    ...(not_checked ? { not_checked } : {}),
  });
}
