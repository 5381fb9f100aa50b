import type { Channel } from '@upvigil/core/contract/channels';
import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { switchesSentence } from '@upvigil/core/texts/route-sentences';
import { useState } from 'react';
import { ListItem } from '../../../../components/lists/editable-list.tsx';
import { EditAction } from '../../../../components/rows/row-actions.tsx';
import { allRefs, titleOfRef } from '../channel-names.ts';
import type { RoutingChanges } from '../use-routing-changes.ts';
import { SwitchDialog } from './switch-dialog.tsx';

interface SwitchListProps {
  document: RoutingDocument;
  channels: readonly Channel[];
  changes: RoutingChanges;
}

/** Alerts that each channel accepts, regardless of policy. */
export function SwitchList({ document, channels, changes }: SwitchListProps) {
  const [edited, setEdited] = useState<ChannelRef | null>(null);
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>Channels</h2>
      <p className="text-(--muted)">The alerts that each channel accepts, regardless of the policy.</p>
      <ul>
        {allRefs(channels).map((ref) => {
          const name = titleOfRef(channels, ref);
          return (
            <ListItem
              key={ref}
              name={name}
              actions={<EditAction of={`alerts for ${name}`} onClick={() => setEdited(ref)} />}
            >
              <p className="wrap-anywhere text-(--muted)">{switchesSentence(document.channels[refKey(ref)])}</p>
            </ListItem>
          );
        })}
      </ul>
      {edited === null ? null : (
        <SwitchDialog
          of={edited}
          name={titleOfRef(channels, edited)}
          switches={document.channels[refKey(edited)]}
          changes={changes}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
