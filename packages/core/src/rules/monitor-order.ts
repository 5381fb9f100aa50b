import type { MonitorOrder } from '../contract/monitors.ts';
import { type ListedState, listedStates } from '../contract/names/states.ts';

interface Ordered {
  state: ListedState;
  /** Null if the last check did not succeed. */
  response_time: number | null;
}

const stateRank = Object.fromEntries(listedStates.map((state, at) => [state, at])) as Record<ListedState, number>;

const ranks: Readonly<Record<MonitorOrder, (monitor: Ordered) => number>> = {
  problems: ({ state }) => stateRank[state],
  name: () => 0,
  slowest: ({ response_time }) => -(response_time ?? -1),
};

/** Orders monitors that are given by name. */
export function orderMonitors<M extends Ordered>(byName: readonly M[], order: MonitorOrder): M[] {
  const rank = ranks[order];
  return byName.toSorted((one, other) => rank(one) - rank(other));
}
