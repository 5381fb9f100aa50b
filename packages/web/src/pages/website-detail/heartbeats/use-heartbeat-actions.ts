import type { Heartbeat, HeartbeatInput } from '@upvigil/core/contract/heartbeats';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { useMemo } from 'react';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { useChanges } from '../../../use-changes.ts';

export type HeartbeatActions = ReturnType<typeof useHeartbeatActions>;

const shownBy = [['monitors'], ['website'], ['websites']];

/** Actions on the heartbeats of a website. Each reloads the lists. */
export function useHeartbeatActions(websiteId: number) {
  const { confirm } = useDialogs();
  const { change } = useChanges(shownBy);
  return useMemo(
    () => ({
      /** Adds or changes a heartbeat. Rejects if the server refuses it. */
      save: (heartbeat: Heartbeat | null, { key, ...others }: HeartbeatInput, copied: Heartbeat | null = null) => {
        const body = key === undefined || key === heartbeat?.key ? others : { ...others, key };
        return change(({ heartbeats }) =>
          heartbeat
            ? heartbeats.update({ params: { heartbeatId: heartbeat.id }, body })
            : heartbeats.create({
                params: { websiteId },
                body: { ...body, ...(copied ? { clone_of: copied.id } : {}) },
              }),
        );
      },
      rotate: ({ id, name }: Heartbeat) =>
        confirm({
          title: `Rotate the key of heartbeat "${name}"?`,
          body: 'It gets a new address. The old address stops at once: change it in the job too.',
          confirmLabel: 'Rotate key',
          pendingLabel: 'Rotating...',
          isDanger: true,
          run: () => change(({ heartbeats }) => heartbeats.rotate({ params: { heartbeatId: id } })),
          failure: heartbeatMessages.rotateFailed,
        }),
      remove: ({ id, name }: Heartbeat) =>
        confirm(
          deletion('heartbeat', name, {
            body: 'It will be deleted with its runs and alerts, and its address stops. This cannot be undone.',
            run: () => change(({ heartbeats }) => heartbeats.remove({ params: { heartbeatId: id } })),
            failure: heartbeatMessages.deleteFailed,
          }),
        ),
    }),
    [change, confirm, websiteId],
  );
}
