import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/**
 * Public data of all websites: states and thirty days. The server keeps it in memory, so it costs no database query.
 * Refreshed on events of the website that the page shows.
 */
export const statusOverview = (website: number) =>
  queryOptions({
    queryKey: ['overview', { website }],
    queryFn: async ({ signal }) => (await api()).publicStatus.overview({ signal }),
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });
