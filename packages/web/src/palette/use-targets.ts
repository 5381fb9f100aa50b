import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { useMemo } from 'react';
import { useFoundUrls } from '../alerting/targets/use-found-urls.ts';
import { api } from '../api/api.ts';
import * as queries from '../api/queries.ts';
import { type Target, targetsOf, withFound } from './targets.ts';

const pastOfWebsites = queryOptions({
  queryKey: ['website-days'],
  queryFn: async ({ signal }) => {
    const items = await (await api()).publicStatus.overview({ signal });
    return new Map(items.map(({ id, daily_uptime }) => [id, daily_uptime]));
  },
});

/** Reuses data that is younger than its refresh interval, and does not refresh while the palette is open. */
const asKnown = { staleTime: defaults.refreshSeconds.dashboard * 1000, refetchInterval: false } as const;

/**
 * All targets from data that pages have loaded; missing data is loaded once. URLs are searched on the server, because
 * no request lists those of all websites.
 */
export function useTargets(search: string): {
  targets: readonly Target[];
  isLoading: boolean;
  hasFailed: boolean;
} {
  const queryClient = useQueryClient();
  const websites = useQuery({ ...queries.websites(), ...asKnown });
  const stats = useQuery({ ...queries.dashboardStats(defaults.hours.dashboard), ...asKnown });
  // Optional: without it, websites have no strips.
  const past = useQuery({ ...pastOfWebsites, ...asKnown });
  const found = useFoundUrls(search);
  const known = useMemo(() => {
    const lists = queryClient.getQueriesData<readonly UrlMonitor[]>({ queryKey: ['urls'] });
    const urls = lists.flatMap(([, list]) => list ?? []);
    return targetsOf({ websites: websites.data ?? [], days: past.data, stats: stats.data, urls });
  }, [queryClient, websites.data, past.data, stats.data]);
  const targets = useMemo(() => withFound(known, found), [known, found]);
  return {
    targets,
    isLoading: websites.isPending || stats.isPending,
    hasFailed: websites.isError || stats.isError,
  };
}
