import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedMonitor, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
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

/** Number of all monitors in each state. */
export const monitorStates = () =>
  queryOptions({
    queryKey: [...allMonitorsKey, 'states'],
    queryFn: async ({ signal }) => (await (await api()).monitors.list({ query: { limit: 1 }, signal })).states,
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });

/** The monitors that match a filter, at most as many as maintenance may list. */
export async function matchingMonitors(filter: MonitorFilter): Promise<ListedMonitor[]> {
  const query = { ...filter, sort: 'name', limit: limits.maintenance.targets } as const;
  return (await (await api()).monitors.list({ query })).monitors;
}
