import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Separate from `api/queries.ts`, which every page loads. */
const refetchInterval = defaults.refreshSeconds.urlHistory * 1000;

export const urlAlerts = (website: number, urlId: number) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).alerts.listByUrl({ params: { urlId }, signal }),
    refetchInterval,
  });

export const networkAlerts = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).networkMonitors.alerts({ params: { monitorId }, signal }),
    refetchInterval,
  });
