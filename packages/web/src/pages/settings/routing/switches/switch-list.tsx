import { type ChannelRef, refKey } from '@upvigil/core/channel-kinds/names';
import type { Channel } from '@upvigil/core/contract/channels';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { switchesSentence } from '@upvigil/core/routing/route-words';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { RowAction } from '../../../../components/rows/row-actions.tsx';
import { allRefs, titleOfRef } from '../channel-names.ts';
import type { RoutingChanges } from '../use-routing-changes.ts';
import { SwitchDialog } from './switch-dialog.tsx';

interface SwitchListProps {
  document: RoutingDocument;
  channels: readonly Channel[];
  changes: RoutingChanges;
}

/** What each channel takes, whatever policy names it. */
export function SwitchList({ document, channels, changes }: SwitchListProps) {
  const [edited, setEdited] = useState<ChannelRef | null>(null);
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>Channels</h2>
      <p className="text-(--muted)">What each takes, whatever policy names it.</p>
      <ul>
        {allRefs(channels).map((ref) => {
          const name = titleOfRef(channels, ref);
          return (
            <li
              key={ref}
              className="flex items-center justify-between gap-x-3 border-b border-(--border) py-2.5 last:border-0"
            >
              <div className="min-w-0">
                <h3>{name}</h3>
                <p className="wrap-anywhere text-(--muted)">{switchesSentence(document.channels[refKey(ref)])}</p>
              </div>
              <RowAction
                text="Edit"
                aria-label={`Edit what ${name} takes`}
                icon={<Pencil aria-hidden="true" size={16} />}
                onClick={() => setEdited(ref)}
              />
            </li>
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
