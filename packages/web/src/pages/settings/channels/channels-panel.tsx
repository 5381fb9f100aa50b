import { useQuery } from '@tanstack/react-query';
import type { Drill } from '@upvigil/core/contract/drills';
import { limits } from '@upvigil/core/limits';
import { channelMessages } from '@upvigil/core/texts/channels';
import { useState } from 'react';
import * as queries from '../../../alerting/queries.ts';
import { ListHead, LoadedList } from '../../../components/lists/editable-list.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { BuiltInChannels } from './built-in-channels.tsx';
import { ChannelCard } from './channel-card.tsx';
import { ChannelDialog, type OpenChannelDialog } from './channel-dialog.tsx';
import { useChannelActions } from './use-channel-actions.ts';

const noDrills: readonly Drill[] = [];

/** Additional channels, and whether messages arrive on each. */
export function ChannelsPanel() {
  const query = useQuery(queries.channels());
  const { data: drills = noDrills } = useQuery(queries.drills());
  const actions = useChannelActions();
  const [open, setOpen] = useState<OpenChannelDialog | null>(null);
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
      {open ? <ChannelDialog open={open} actions={actions} onOpen={setOpen} /> : null}
    </div>
  );
}
