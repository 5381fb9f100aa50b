import type { MonitorOrder } from '../contract/monitors.ts';
import { type ListedState, listedStates } from '../contract/names/states.ts';

export interface OrderedMonitor {
  id: number;
  /** In lower case. */
  sortName: string;
  state: ListedState;
  /** Null if the last check did not succeed. */
  response_time: number | null;
}

type Compare = (one: OrderedMonitor, other: OrderedMonitor) => number;

const rank = Object.fromEntries(listedStates.map((state, at) => [state, at])) as Record<ListedState, number>;

const byName: Compare = (one, other) =>
  one.sortName < other.sortName ? -1 : one.sortName > other.sortName ? 1 : one.id - other.id;

/** Orders of a list of monitors. No two monitors are equal, so that a page can begin after any of them. */
export const monitorComparisons: Readonly<Record<MonitorOrder, Compare>> = {
  problems: (one, other) => rank[one.state] - rank[other.state] || byName(one, other),
  name: byName,
  slowest: (one, other) => (other.response_time ?? -1) - (one.response_time ?? -1) || byName(one, other),
};
