import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { Silence } from '@upvigil/core/contract/silences';
import { defaults } from '@upvigil/core/defaults';
import { unacknowledged } from '@upvigil/core/status/outages';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { hourMs } from '@upvigil/core/time';
import { useMemo } from 'react';
import { openAlerts } from '../../alerting/open-alerts-query.ts';
import { listsOfAlerts, refreshAlerts } from '../../alerting/refresh-alerts.ts';
import { type Muting, useMuting } from '../../alerting/use-muting.ts';
import { api } from '../../api/api.ts';
import { type Dialogs, useDialogs } from '../../components/dialogs/dialogs.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { detailOr, failureText } from '../../failures.ts';

export const clearOldLabel = `Clear Old Alerts (${defaults.clearOldAlertsDays}+ days)`;
export const clearAllLabel = 'Clear All Alerts';

export interface AlertActions {
  /** Deletes an alert after a confirmation. */
  remove: (alert: Alert) => Promise<void>;
  /** Opens the form that acknowledges the given alerts. */
  acknowledge: (alerts: readonly Alert[]) => void;
  /** Loads the open alerts that are not acknowledged, and opens the form for them. */
  acknowledgeAll: () => Promise<void>;
  /** Mutes the monitor of an alert for an hour. */
  mute: (alert: Alert) => Promise<void>;
  unmute: (silence: Silence) => Promise<void>;
  /** Delete old alerts, or all alerts, after a confirmation. */
  clearOld: () => Promise<void>;
  clearAll: () => Promise<void>;
}

/** Actions on alerts. `acknowledge` opens the form and must be a stable function. */
export function useAlertActions(acknowledge: AlertActions['acknowledge']): AlertActions {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  const muting = useMuting();
  return useMemo(
    () => ({
      acknowledge,
      acknowledgeAll: () => acknowledgeAll(queryClient, dialogs, acknowledge),
      mute: (alert: Alert) => muteForAnHour(alert, muting),
      unmute: muting.unmute,
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
          body: 'All alerts will be deleted, including those outside the selected time range. This cannot be undone.',
          olderThanDays: 0,
          failure: alertMessages.clearAllFailed,
        }),
    }),
    [queryClient, dialogs, muting, acknowledge],
  );
}

async function acknowledgeAll(
  queryClient: QueryClient,
  { alert, notify }: Dialogs,
  acknowledge: AlertActions['acknowledge'],
): Promise<void> {
  try {
    const open = await queryClient.fetchQuery({ ...openAlerts(), staleTime: 0 });
    const waiting = unacknowledged(open);
    if (waiting.length > 0) acknowledge(waiting);
    else notify(alertMessages.nothingOpen);
  } catch (error) {
    await alert(detailOr(error, alertMessages.acknowledgeFailed));
  }
}

async function muteForAnHour(alert: Alert, { mute }: Muting): Promise<void> {
  const monitor_id = alert.url_id ?? alert.network_monitor_id;
  await mute(monitor_id === null ? { website_id: alert.website_id } : { monitor_id }, hourMs);
}

/** Removes the row at once, and restores it if the server refuses. */
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
    await refreshAlerts(queryClient);
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
      await refreshAlerts(queryClient);
    },
    failure: (error) => clearing.failure(failureText(error)),
  });
}
