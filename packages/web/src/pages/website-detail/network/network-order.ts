import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import type { Tone } from '@upvigil/core/status/tone';
import type { StatusOption } from '../status-segments.tsx';

/** Badges of network monitors, the worst first. */
const networkStates: readonly string[] = ['DOWN', 'No Data', 'UP', 'Disabled'];

const stateOf = (monitor: NetworkMonitor): string => networkStateBadge(monitor).label;
const severity = (monitor: NetworkMonitor): number => networkStates.indexOf(stateOf(monitor));
const byName = (a: NetworkMonitor, b: NetworkMonitor): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true });
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

const tones: Readonly<Record<string, Tone>> = { DOWN: 'down', UP: 'up' };

/** Filter options with the number of matching monitors. */
export function networkStateOptions(monitors: readonly NetworkMonitor[]): StatusOption[] {
  const options = networkStates.map((state) => ({
    tone: tones[state] ?? ('none' as const),
    value: state,
    label: state,
    count: monitors.filter((monitor) => stateOf(monitor) === state).length,
  }));
  return [{ value: 'all', label: 'all', count: monitors.length }, ...options];
}
