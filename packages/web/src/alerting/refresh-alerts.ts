import type { QueryClient } from '@tanstack/react-query';

/** Prefix of the query keys of all alert queries. */
export const listsOfAlerts = { queryKey: ['alerts'] };

/** Reloads alerts and the dashboard, which shows the newest and the open ones. */
export const refreshAlerts = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(listsOfAlerts),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
