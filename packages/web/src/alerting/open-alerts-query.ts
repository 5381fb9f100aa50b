import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { polling } from '../api/polling.ts';

/** Alerts of all open problems, regardless of the range. */
export const openAlerts = () =>
  queryOptions({
    queryKey: ['alerts', 'open'],
    queryFn: async ({ signal }) => (await api()).alerts.listOpen({ signal }),
    ...polling.dashboard,
  });
