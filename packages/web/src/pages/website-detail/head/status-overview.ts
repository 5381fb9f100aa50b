import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { polling } from '../../../api/polling.ts';

/**
 * Public data of all websites: states and thirty days. The server keeps it in memory, so it costs no database query.
 * Refreshed on events of the website that the page shows.
 */
export const statusOverview = (website: number) =>
  queryOptions({
    queryKey: ['overview', { website }],
    queryFn: async ({ signal }) => (await api()).publicStatus.overview({ signal }),
    ...polling.dashboard,
  });
