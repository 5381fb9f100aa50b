import type { QueryClient } from '@tanstack/react-query';

/** All reads of alerts. */
export const listsOfAlerts = { queryKey: ['alerts'] };

/** Reads alerts again, and the dashboard, which shows the newest and the open ones. */
export const refreshAlerts = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(listsOfAlerts),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
