import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../api/api.ts';

/** Reads of the page of a website that come after its list, and of no other page: `api/queries.ts` is loaded with every one. */
const every = (seconds: number) => ({ refetchInterval: seconds * 1000 });
const { refreshSeconds } = defaults;

/**
 * All websites with their states and their 30 days, as everybody may read them: the server has it ready, so that it costs no
 * statement. Read again at an event of the website whose page it is.
 */
export const statusOverview = (website: number) =>
  queryOptions({
    queryKey: ['overview', { website }],
    queryFn: async ({ signal }) => (await api()).publicStatus.overview({ signal }),
    ...every(refreshSeconds.dashboard),
  });

/** All alerts of a URL. */
export const urlAlerts = (website: number, urlId: number) =>
  queryOptions({
    queryKey: ['history', { website }, urlId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).alerts.listByUrl({ params: { urlId }, signal }),
    ...every(refreshSeconds.urlHistory),
  });

/** The newest alerts of a network monitor. */
export const networkAlerts = (website: number, monitorId: number) =>
  queryOptions({
    queryKey: ['monitor-stats', { website }, monitorId, 'alerts'],
    queryFn: async ({ signal }) => (await api()).networkMonitors.alerts({ params: { monitorId }, signal }),
    ...every(refreshSeconds.urlHistory),
  });
