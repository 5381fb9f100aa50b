import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { api } from '../../../api/api.ts';

/** Group of the queries of monitors of all websites. */
const allMonitorsKey = ['all-monitors'] as const;

/** Pages of 100 monitors that match a filter. */
export const listedMonitors = (filter: MonitorFilter, sort: MonitorOrder) =>
  infiniteQueryOptions({
    queryKey: [...allMonitorsKey, 'list', filter, sort],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return (await api()).monitors.list({ query: { ...filter, sort, ...before }, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ monitors }) =>
      monitors.length < defaults.monitorsLimit ? undefined : (monitors.at(-1)?.id ?? undefined),
    placeholderData: keepPreviousData,
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });

/** Ids of all monitors that match a filter. */
export async function matchingIds(filter: MonitorFilter): Promise<number[]> {
  const ids: number[] = [];
  const limit = limits.listLimit.max;
  for (;;) {
    const last = ids.at(-1);
    const before = last === undefined ? {} : { before: last };
    const { monitors } = await (await api()).monitors.list({ query: { ...filter, sort: 'name', limit, ...before } });
    ids.push(...monitors.map(({ id }) => id));
    if (monitors.length < limit) return ids;
  }
}
