import type { Channel, ChannelInput } from '@upvigil/core/contract/channels';
import type { ChannelRef } from '@upvigil/core/contract/names/channels';
import { channelMessages } from '@upvigil/core/texts/channels';
import * as queries from '../../../alerting/queries.ts';
import { api } from '../../../api/api.ts';
import { deletion } from '../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../failures.ts';
import { useChanges } from '../../../use-changes.ts';

export type ChannelActions = ReturnType<typeof useChannelActions>;

/** Also the routing, because a new channel may be part of the policy Default. */
const shownBy = [queries.channels(), queries.drills(), queries.routing()].map(({ queryKey }) => queryKey);

/** Actions on channels. Each reloads the lists. */
export function useChannelActions() {
  const { notify, confirm } = useDialogs();
  const { change, attempt } = useChanges(shownBy);
  return {
    /** Adds or changes a channel. Resolves with its new signing secret, if any. Rejects if it is refused. */
    save: (channel: Channel | null, { add_to_default_policy, ...body }: ChannelInput): Promise<string | null> =>
      change(async ({ channels }) => {
        const secret = channel
          ? await channels.update({ params: { channelId: channel.id }, body }).then(() => null)
          : (await channels.create({ body: { ...body, add_to_default_policy } })).secret;
        notify(channelMessages.saved);
        return secret;
      }),
    enable: ({ id, kind, name, config }: Channel, enabled: boolean) =>
      attempt(
        ({ channels }) => channels.update({ params: { channelId: id }, body: { kind, name, config, enabled } }),
        channelMessages.saveFailed,
      ),
    remove: ({ id, name }: Channel) =>
      confirm(
        deletion('channel', name, {
          body: 'It receives no more notifications. Sent alerts keep its name. This cannot be undone.',
          run: () => change(({ channels }) => channels.remove({ params: { channelId: id } })),
          failure: (error) => detailOr(error, channelMessages.deleteFailed),
        }),
      ),
    /** Sends a drill message with a confirmation link. */
    drill: (ref: ChannelRef) =>
      attempt(
        ({ drills }) => drills.start({ body: { ref } }),
        channelMessages.drillFailed,
        () => notify(channelMessages.drillStarted),
      ),
    /** Creates a new signing secret after a confirmation. Resolves with it, or with null. */
    rotate: async ({ id, name }: Channel): Promise<string | null> => {
      let secret: string | null = null;
      await confirm({
        title: `Rotate the secret of "${name}"?`,
        body: channelMessages.rotate,
        confirmLabel: 'Rotate Secret',
        run: async () => {
          const { channels } = await api();
          ({ secret } = await channels.rotateSecret({ params: { channelId: id } }));
        },
        failure: (error) => detailOr(error, channelMessages.rotateFailed),
      });
      return secret;
    },
  };
}
