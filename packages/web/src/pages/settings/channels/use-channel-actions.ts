import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChannelRef } from '@upvigil/core/channel-kinds/names';
import type { Channel, ChannelInput } from '@upvigil/core/contract/channels';
import { channelMessages } from '@upvigil/core/page-messages/channels';
import { useMemo } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { detailOr } from '../../../api/failure-text.ts';
import { type Dialogs, useDialogs } from '../../../components/dialogs/dialogs.tsx';

export interface ChannelActions {
  /** Adds a channel, or changes the given one. Resolves with a secret that was made for it. Rejects when it was refused. */
  save: (channel: Channel | null, input: ChannelInput) => Promise<string | null>;
  /** Switches it on or off. */
  enable: (channel: Channel, isEnabled: boolean) => Promise<void>;
  /** Asks, then deletes. */
  remove: (channel: Channel) => Promise<unknown>;
  /** Sends messages whose link is to be confirmed. */
  drill: (ref: ChannelRef) => Promise<void>;
  /** Asks, then makes another signing secret; resolves with it, or with null. */
  rotate: (channel: Channel) => Promise<string | null>;
}

/** What can be done to channels. The lists are read again afterwards. */
export function useChannelActions(): ChannelActions {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => actionsOf(queryClient, dialogs), [queryClient, dialogs]);
}

function actionsOf(queryClient: QueryClient, dialogs: Dialogs): ChannelActions {
  const { alert, notify } = dialogs;
  const refresh = () => refreshChannels(queryClient);
  return {
    save: async (channel, { add_to_default_policy, ...change }) => {
      const client = await api();
      const secret = channel
        ? await client.channels.update({ params: { channelId: channel.id }, body: change }).then(() => null)
        : (await client.channels.create({ body: { ...change, add_to_default_policy } })).secret;
      notify(channelMessages.saved);
      await refresh();
      return secret;
    },
    enable: async ({ id, kind, name, config }, enabled) => {
      try {
        await (await api()).channels.update({ params: { channelId: id }, body: { kind, name, config, enabled } });
      } catch (error) {
        await alert(detailOr(error, channelMessages.saveFailed));
      }
      await refresh();
    },
    remove: (channel) => removeChannel(channel, dialogs, refresh),
    drill: async (ref) => {
      try {
        await (await api()).drills.start({ body: { ref } });
      } catch (error) {
        return await alert(detailOr(error, channelMessages.drillFailed));
      }
      notify(channelMessages.drillStarted);
      await refresh();
    },
    rotate: (channel) => rotateSecret(channel, dialogs),
  };
}

const removeChannel = ({ id, name }: Channel, { confirm }: Dialogs, refresh: () => Promise<unknown>) =>
  confirm({
    title: `Delete channel "${name}"?`,
    body: 'It is told nothing any more. Alerts that it told keep its name. This cannot be undone.',
    confirmLabel: 'Delete channel',
    pendingLabel: 'Deleting...',
    isDanger: true,
    run: async () => {
      await (await api()).channels.remove({ params: { channelId: id } });
      await refresh();
    },
    failure: (error) => detailOr(error, channelMessages.deleteFailed),
  });

async function rotateSecret({ id, name }: Channel, { confirm }: Dialogs): Promise<string | null> {
  let secret: string | null = null;
  await confirm({
    title: `Rotate the secret of "${name}"?`,
    body: channelMessages.rotate,
    confirmLabel: 'Rotate Secret',
    run: async () => {
      secret = (await (await api()).channels.rotateSecret({ params: { channelId: id } })).secret;
    },
    failure: (error) => detailOr(error, channelMessages.rotateFailed),
  });
  return secret;
}

/** A new one may stand in the policy Default too. */
const refreshChannels = (queryClient: QueryClient) =>
  Promise.all(
    [queries.channels(), queries.drills(), queries.routing()].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
