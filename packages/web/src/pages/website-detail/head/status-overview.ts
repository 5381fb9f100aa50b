import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../../api/api.ts';

/**
 * All websites with their states and their 30 days, as everybody may read them: the server has it ready, so that it costs no
 * statement. Read again at an event of the website whose page it is.
 */
export const statusOverview = (website: number) =>
  queryOptions({
    queryKey: ['overview', { website }],
    queryFn: async ({ signal }) => (await api()).publicStatus.overview({ signal }),
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });
