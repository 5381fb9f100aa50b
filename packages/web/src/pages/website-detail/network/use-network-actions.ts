import type {
  NetworkMonitor,
  NetworkMonitorChange,
  NetworkMonitorInput,
} from '@upvigil/core/contract/network-monitors';
import { messages } from '@upvigil/core/texts/messages';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { useChanges } from '../../../use-changes.ts';
import { changedOptions } from '../advanced/changed-options.ts';
import { changedMembers } from './option-form.ts';

export type NetworkActions = ReturnType<typeof useNetworkActions>;

const shownBy = [['monitors'], ['monitor-stats'], ['monitor-checks'], ['website'], ['websites']];

function changeOf(monitor: NetworkMonitor, input: NetworkMonitorInput): NetworkMonitorChange {
  const { ip_family, cert_alerts, severity, options, parent_id, tags, recovery_threshold, ...specified } = input;
  const members = changedMembers(monitor, specified.monitor_type, options);
  return {
    ...specified,
    ...changedOptions({ ip_family, cert_alerts, severity, parent_id, tags, recovery_threshold }, monitor),
    ...(members ? { options: members } : {}),
  };
}

/** Actions on the network monitors of a website. Each reloads the lists. */
export function useNetworkActions(websiteId: number) {
  const { alert, notify, confirm } = useDialogs();
  const { change, refresh } = useChanges(shownBy);
  return useMemo(
    () => ({
      /** Adds or changes a monitor. Rejects if the server refuses it. */
      save: (monitor: NetworkMonitor | null, input: NetworkMonitorInput, copied: NetworkMonitor | null = null) =>
        change(({ networkMonitors }) =>
          monitor
            ? networkMonitors.update({ params: { monitorId: monitor.id }, body: changeOf(monitor, input) })
            : networkMonitors.create({
                params: { websiteId },
                body: { ...input, ...(copied ? { clone_of: copied.id } : {}) },
              }),
        ),
      check: async (monitor: NetworkMonitor) => {
        try {
          await (await api()).networkMonitors.check({ params: { monitorId: monitor.id } });
        } catch {
          return await alert(messages.url.triggerFailed);
        }
        notify(messages.url.triggered);
        await refresh();
      },
      remove: (monitor: NetworkMonitor) =>
        confirm(
          deletion('monitor', monitor.name, {
            body: 'It will be deleted with its checks and alerts. This cannot be undone.',
            run: () => change(({ networkMonitors }) => networkMonitors.remove({ params: { monitorId: monitor.id } })),
            failure: networkMonitorMessages.deleteFailed,
          }),
        ),
    }),
    [change, refresh, alert, notify, confirm, websiteId],
  );
}
