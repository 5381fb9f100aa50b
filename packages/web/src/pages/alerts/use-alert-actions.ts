import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { defaults } from '@upvigil/core/defaults';
import { alertMessages } from '@upvigil/core/page-messages/alerts';
import { useMemo } from 'react';
import { api } from '../../api/api.ts';
import { failureText } from '../../api/failure-text.ts';
import { type Dialogs, useDialogs } from '../../components/dialogs/dialogs.tsx';
import { countOf } from '../../components/lists/count-of.ts';

export const clearOldLabel = `Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)`;
export const clearAllLabel = 'Clear All Alerts';
const listsOfAlerts = { queryKey: ['alerts'] };

/** Actions to delete one alert, the old ones, or all. Each asks first. */
export function useAlertActions() {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(
    () => ({
      remove: (alert: Alert) => removeAlert(alert, queryClient, dialogs),
      clearOld: () =>
        clearAlerts(queryClient, dialogs, {
          title: `${clearOldLabel}?`,
          body: `Alerts older than ${defaults.clearOldAlertsDays} days will be deleted. This cannot be undone.`,
          olderThanDays: defaults.clearOldAlertsDays,
          failure: alertMessages.clearOldFailed,
        }),
      clearAll: () =>
        clearAlerts(queryClient, dialogs, {
          title: `${clearAllLabel}?`,
          body: 'All alerts will be deleted, those outside of the chosen time range too. This cannot be undone.',
          olderThanDays: 0,
          failure: alertMessages.clearAllFailed,
        }),
    }),
    [queryClient, dialogs],
  );
}

/** Removes the row at once, and puts it back when the server refuses. */
async function removeAlert(alert: Alert, queryClient: QueryClient, dialogs: Dialogs): Promise<void> {
  const isAgreed = await dialogs.confirm({
    title: 'Delete this alert?',
    body: alert.message,
    confirmLabel: 'Delete',
    isDanger: true,
  });
  if (!isAgreed) return;
  await queryClient.cancelQueries(listsOfAlerts);
  const before = queryClient.getQueriesData<Alert[]>(listsOfAlerts);
  queryClient.setQueriesData<Alert[]>(listsOfAlerts, (old) => old?.filter(({ id }) => id !== alert.id));
  try {
    await (await api()).alerts.remove({ params: { alertId: alert.id } });
  } catch {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    await dialogs.alert(alertMessages.deleteFailed);
  } finally {
    await refresh(queryClient);
  }
}

interface Clearing {
  title: string;
  body: string;
  olderThanDays: number;
  failure: (reason: string) => string;
}

async function clearAlerts(queryClient: QueryClient, dialogs: Dialogs, clearing: Clearing): Promise<void> {
  await dialogs.confirm({
    title: clearing.title,
    body: clearing.body,
    confirmLabel: clearing.title.replace('?', ''),
    isDanger: true,
    run: async () => {
      const { deleted } = await (await api()).alerts.clear({ query: { older_than_days: clearing.olderThanDays } });
      dialogs.notify(`${countOf(deleted, 'alert')} deleted`);
      await refresh(queryClient);
    },
    failure: (error) => clearing.failure(failureText(error)),
  });
}

/** The dashboard shows the newest alerts too. */
const refresh = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(listsOfAlerts),
    queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  ]);
