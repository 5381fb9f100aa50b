import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../api/api.ts';

/** Alerts of all open problems, regardless of the range. */
export const openAlerts = () =>
  queryOptions({
    queryKey: ['alerts', 'open'],
    queryFn: async ({ signal }) => (await api()).alerts.listOpen({ signal }),
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });
