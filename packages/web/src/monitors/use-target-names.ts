import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { ApiError } from '@upvigil/core/contract/errors';
import { urlName } from '@upvigil/core/format/monitor-name';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import * as queries from '../api/queries.ts';

export interface Targets {
  website_ids: number[];
  monitor_ids: number[];
}

/** Further monitors are counted, not listed by name. */
const namedMonitors = 3;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Monitors of all kinds share one sequence of ids. */
const monitorName = (id: number) => ({
  queryKey: ['monitor-name', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const client = await api();
    try {
      return urlName(await client.urls.get({ params: { urlId: id }, signal }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    try {
      return (await client.networkMonitors.get({ params: { monitorId: id }, signal })).name;
    } catch (error) {
      if (!isMissing(error)) throw error;
      return (await client.heartbeats.get({ params: { heartbeatId: id }, signal })).name;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Stores names that are known already, so that they are not requested one by one. */
export function storeMonitorNames(queryClient: QueryClient, monitors: readonly { id: number; name: string }[]): void {
  for (const { id, name } of monitors) queryClient.setQueryData(monitorName(id).queryKey, name);
}

/** Name of a monitor of any kind; its id until the name is loaded. */
export const useMonitorName = (id: number): string => useQuery(monitorName(id)).data ?? `monitor ${id}`;

/** Names of the websites and monitors; their ids until the names are loaded. */
export function useTargetNames(of: readonly Targets[], mostMonitors = namedMonitors) {
  const { data: websites } = useQuery(queries.websites());
  const ids = [...new Set(of.flatMap(({ monitor_ids }) => monitor_ids.slice(0, mostMonitors)))];
  const found = useQueries({ queries: ids.map(monitorName) });
  const monitors = new Map(ids.map((id, at) => [id, found[at]?.data]));
  const websiteNames = useMemo(() => new Map(websites?.map(({ id, name }) => [id, name])), [websites]);
  const website = (id: number): string => websiteNames.get(id) ?? `website ${id}`;
  const monitor = (id: number): string => monitors.get(id) ?? `monitor ${id}`;
  const targets = ({ website_ids, monitor_ids }: Targets): string[] => [
    ...website_ids.map(website),
    ...(monitor_ids.length > mostMonitors ? [`${monitor_ids.length} monitors`] : monitor_ids.map(monitor)),
  ];
  return { website, monitor, targets };
}
