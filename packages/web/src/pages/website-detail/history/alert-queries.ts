import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/** Reads of histories only: `api/queries.ts` is loaded with every page. */
const refetchInterval = defaults.refreshSeconds.urlHistory * 1000;

/** All alerts of a URL. */
export const urlAlerts = (website: number, urlId: number) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).alerts.listByUrl({ params: { urlId }, signal }),
    refetchInterval,
  });

/** The newest alerts of a network monitor. */
export const networkAlerts = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).networkMonitors.alerts({ params: { monitorId }, signal }),
    refetchInterval,
  });
