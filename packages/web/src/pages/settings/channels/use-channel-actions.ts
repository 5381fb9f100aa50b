import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Channel, ChannelInput } from '@upvigil/core/contract/channels';
import type { ChannelRef } from '@upvigil/core/contract/names/channels';
import { channelMessages } from '@upvigil/core/texts/channels';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { type Dialogs, useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';

export type ChannelActions = ReturnType<typeof useChannelActions>;

/** Actions on channels. Each reloads the lists. */
export function useChannelActions() {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  const { alert, notify } = dialogs;
  const refresh = () => refreshChannels(queryClient);
  return {
    /** Adds or changes a channel. Resolves with its new signing secret, if any. Rejects if it is refused. */
    save: async (
      channel: Channel | null,
      { add_to_default_policy, ...change }: ChannelInput,
    ): Promise<string | null> => {
      const client = await api();
      const secret = channel
        ? await client.channels.update({ params: { channelId: channel.id }, body: change }).then(() => null)
        : (await client.channels.create({ body: { ...change, add_to_default_policy } })).secret;
      notify(channelMessages.saved);
      await refresh();
      return secret;
    },
    enable: async ({ id, kind, name, config }: Channel, enabled: boolean) => {
      try {
        await (await api()).channels.update({ params: { channelId: id }, body: { kind, name, config, enabled } });
      } catch (error) {
        await alert(detailOr(error, channelMessages.saveFailed));
      }
      await refresh();
    },
    remove: (channel: Channel) => removeChannel(channel, dialogs, refresh),
    /** Sends a drill message with a confirmation link. */
    drill: async (ref: ChannelRef) => {
      try {
        await (await api()).drills.start({ body: { ref } });
      } catch (error) {
        return await alert(detailOr(error, channelMessages.drillFailed));
      }
      notify(channelMessages.drillStarted);
      await refresh();
    },
    /** Creates a new signing secret after a confirmation. Resolves with it, or with null. */
    rotate: (channel: Channel) => rotateSecret(channel, dialogs),
  };
}

const removeChannel = ({ id, name }: Channel, { confirm }: Dialogs, refresh: () => Promise<unknown>) =>
  confirm(
    deletion('channel', name, {
      body: 'It receives no more notifications. Sent alerts keep its name. This cannot be undone.',
      run: async () => {
        await (await api()).channels.remove({ params: { channelId: id } });
        await refresh();
      },
      failure: (error) => detailOr(error, channelMessages.deleteFailed),
    }),
  );

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

/** Also reloads the routing, because a new channel may be part of the policy Default. */
const refreshChannels = (queryClient: QueryClient) =>
  Promise.all(
    [queries.channels(), queries.drills(), queries.routing()].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
