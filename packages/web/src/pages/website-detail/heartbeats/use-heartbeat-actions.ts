import { useQueryClient } from '@tanstack/react-query';
import type { Heartbeat, HeartbeatInput } from '@upvigil/core/contract/heartbeats';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { useMemo } from 'react';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';

export type HeartbeatActions = ReturnType<typeof useHeartbeatActions>;

const groups = ['monitors', 'website', 'websites'];

/** Actions on the heartbeats of a website. Each reloads the lists. */
export function useHeartbeatActions(websiteId: number) {
  const queryClient = useQueryClient();
  const { confirm } = useDialogs();
  return useMemo(() => {
    const refresh = () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey: [group] }) => groups.includes(String(group)) });
    return {
      /** Adds or changes a heartbeat. Rejects if the server refuses it. */
      save: async (heartbeat: Heartbeat | null, { key, ...body }: HeartbeatInput, copied: Heartbeat | null = null) => {
        const client = await api();
        const change = key === undefined || key === heartbeat?.key ? body : { ...body, key };
        if (heartbeat) await client.heartbeats.update({ params: { heartbeatId: heartbeat.id }, body: change });
        else
          await client.heartbeats.create({
            params: { websiteId },
            body: { ...change, ...(copied ? { clone_of: copied.id } : {}) },
          });
        await refresh();
      },
      rotate: ({ id, name }: Heartbeat) =>
        confirm({
          title: `Rotate the key of heartbeat "${name}"?`,
          body: 'It gets a new address. The old address stops at once: change it in the job too.',
          confirmLabel: 'Rotate key',
          pendingLabel: 'Rotating...',
          isDanger: true,
          run: async () => {
            await (await api()).heartbeats.rotate({ params: { heartbeatId: id } });
            await refresh();
          },
          failure: heartbeatMessages.rotateFailed,
        }),
      remove: ({ id, name }: Heartbeat) =>
        confirm(
          deletion('heartbeat', name, {
            body: 'It will be deleted with its runs and alerts, and its address stops. This cannot be undone.',
            run: async () => {
              await (await api()).heartbeats.remove({ params: { heartbeatId: id } });
              await refresh();
            },
            failure: heartbeatMessages.deleteFailed,
          }),
        ),
    };
  }, [queryClient, confirm, websiteId]);
}
