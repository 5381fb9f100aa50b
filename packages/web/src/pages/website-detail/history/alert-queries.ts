import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { polling } from '../../../api/polling.ts';

/** Separate from `api/queries.ts`, which every page loads. */
export const urlAlerts = (website: number, urlId: number) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).alerts.listByUrl({ params: { urlId }, signal }),
    ...polling.urlHistory,
  });

export const networkAlerts = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).networkMonitors.alerts({ params: { monitorId }, signal }),
    ...polling.urlHistory,
  });
