import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../api/api.ts';

/** The alerts of problems that last, however long ago they began. */
export const openAlerts = () =>
  queryOptions({
    queryKey: ['alerts', 'open'],
    queryFn: async ({ signal }) => (await api()).alerts.listOpen({ signal }),
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });
