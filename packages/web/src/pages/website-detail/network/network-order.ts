import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { networkState, stateBadges } from '@upvigil/core/status/monitor-state';
import { compareNames } from '../../../components/lists/compare-names.ts';
import { statusOptions } from '../../../components/lists/status-options.ts';

/** States of a network monitor, the worst first. */
const networkStates = ['down', 'slow', 'unknown', 'up', 'disabled'] as const;
const networkBadges = networkStates.map((state) => stateBadges[state]);

const stateOf = (monitor: NetworkMonitor): string => stateBadges[networkState(monitor)].label;
const severity = (monitor: NetworkMonitor): number =>
  networkBadges.findIndex(({ label }) => label === stateOf(monitor));
const byName = (a: NetworkMonitor, b: NetworkMonitor): number => compareNames(a.name, b.name);
const byUptime = (a: NetworkMonitor, b: NetworkMonitor): number => (a.uptime_24h ?? 101) - (b.uptime_24h ?? 101);
const responseTime = ({ last_check }: NetworkMonitor): number => last_check?.response_time ?? -1;

type Order = (a: NetworkMonitor, b: NetworkMonitor) => number;

const orders: Record<string, Order> = {
  issues: (a, b) => severity(a) - severity(b) || byName(a, b),
  name: byName,
  'name-down': (a, b) => byName(b, a),
  uptime: (a, b) => byUptime(a, b) || byName(a, b),
  'uptime-down': (a, b) => byUptime(b, a) || byName(a, b),
  response: (a, b) => responseTime(a) - responseTime(b) || byName(a, b),
  'response-down': (a, b) => responseTime(b) - responseTime(a) || byName(a, b),
};

export const networkSorts = [
  { value: 'issues', label: 'Issues first' },
  { value: 'name', label: 'Name' },
  { value: 'uptime', label: 'Lowest uptime' },
  { value: 'response-down', label: 'Slowest first' },
] as const;

/** Monitors that match the text and the state ('all' or one state), sorted. */
export function findMonitors(
  monitors: readonly NetworkMonitor[],
  search: string,
  state: string,
  sort: string,
): NetworkMonitor[] {
  const text = search.trim().toLowerCase();
  return monitors
    .filter((monitor) => state === 'all' || stateOf(monitor) === state)
    .filter(({ name, host, monitor_type }) => `${name} ${host} ${monitor_type}`.toLowerCase().includes(text))
    .sort(orders[sort] ?? orders.issues);
}

export const networkStateOptions = (monitors: readonly NetworkMonitor[]) =>
  statusOptions(
    monitors.map(stateOf),
    networkBadges.map((badge) => ({ ...badge, value: badge.label })),
  );
