import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@upvigil/core/contract/channels';
import type { Drill } from '@upvigil/core/contract/drills';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { limits } from '@upvigil/core/limits';
import { channelMessages } from '@upvigil/core/texts/channels';
import { useState } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { ListHead, LoadedList } from '../../../components/lists/editable-list.tsx';
import { MadeSecretDialog } from '../../../components/secrets/made-secret-dialog.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { BuiltInChannels } from './built-in-channels.tsx';
import { ChannelCard } from './channel-card.tsx';
import { ChannelFormDialog } from './form/channel-form-dialog.tsx';
import { KindChoice } from './form/kind-choice.tsx';
import { AddBrowserDialog } from './push/add-browser-dialog.tsx';
import { type ChannelActions, useChannelActions } from './use-channel-actions.ts';

/** The open dialog: the choice of a kind, the form of a channel, or a new signing secret. */
type Open =
  | { step: 'choose' }
  | { step: 'form'; kind: DeliveryChannel; channel: Channel | null }
  | { step: 'secret'; name: string; secret: string };

const noDrills: readonly Drill[] = [];

/** Additional channels, and whether messages arrive on each. */
export function ChannelsPanel() {
  const query = useQuery(queries.channels());
  const { data: drills = noDrills } = useQuery(queries.drills());
  const actions = useChannelActions();
  const [open, setOpen] = useState<Open | null>(null);
  const { data } = query;
  const isFull = data === undefined || data.length >= limits.channels;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead add="Add Channel" isFull={isFull} onAdd={() => setOpen({ step: 'choose' })}>
        <p className="min-w-0 text-(--muted)">{channelMessages.about}</p>
      </ListHead>
      <LoadedList
        query={query}
        loadFailed={channelMessages.loadFailed}
        loading={320}
        empty={<EmptyState title={channelMessages.none}>{channelMessages.noneYet}</EmptyState>}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {(channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            drills={drills.filter(({ ref }) => ref === channel.id)}
            actions={actions}
            onEdit={() => setOpen({ step: 'form', kind: channel.kind, channel })}
            onSecret={({ name }, secret) => setOpen({ step: 'secret', name, secret })}
          />
        )}
      </LoadedList>
      {data ? <BuiltInChannels drills={drills} actions={actions} /> : null}
      {open ? <OpenDialog open={open} actions={actions} onOpen={setOpen} /> : null}
    </div>
  );
}

interface OpenDialogProps {
  open: Open;
  actions: ChannelActions;
  onOpen: (open: Open | null) => void;
}

function OpenDialog({ open, actions, onOpen }: OpenDialogProps) {
  const close = () => onOpen(null);
  const choose = () => onOpen({ step: 'choose' });
  if (open.step === 'secret') {
    const title = `Signing secret of ${open.name}`;
    return <MadeSecretDialog title={title} about={channelMessages.secretOnce} secret={open.secret} onClose={close} />;
  }
  if (open.step === 'choose') {
    return <KindChoice onChoose={(kind) => onOpen({ step: 'form', kind, channel: null })} onClose={close} />;
  }
  const { kind, channel } = open;
  const save: Parameters<typeof ChannelFormDialog>[0]['save'] = async (input) => {
    const secret = await actions.save(channel, input);
    onOpen(secret === null ? null : { step: 'secret', name: input.name, secret });
  };
  if (kind === 'web_push' && channel === null) {
    return <AddBrowserDialog save={save} onBack={choose} onClose={close} />;
  }
  return (
    <ChannelFormDialog
      key={channel?.id ?? kind}
      kind={kind}
      channel={channel}
      save={save}
      onBack={channel ? null : choose}
      onClose={close}
    />
  );
}
