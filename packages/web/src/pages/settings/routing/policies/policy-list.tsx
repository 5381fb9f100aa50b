import type { Channel } from '@upvigil/core/contract/channels';
import { defaultPolicyId, type Policy, type RoutingDocument } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { policySentences } from '@upvigil/core/texts/route-sentences';
import { useState } from 'react';
import { deletion } from '../../../../components/dialogs/deletion.ts';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { ListHead, ListItem } from '../../../../components/lists/editable-list.tsx';
import { DeleteAction, EditAction } from '../../../../components/rows/row-actions.tsx';
import { nameOfRef } from '../channel-names.ts';
import { withoutPolicy } from '../document.ts';
import type { RoutingChanges } from '../use-routing-changes.ts';
import { PolicyDialog } from './policy-dialog.tsx';

interface PolicyListProps {
  document: RoutingDocument;
  channels: readonly Channel[];
  changes: RoutingChanges;
}

/** Escalation policies: channels at each step, and reminders. */
export function PolicyList({ document: { policies }, channels, changes }: PolicyListProps) {
  const [edited, setEdited] = useState<Policy | null | undefined>(undefined);
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListHead size="small" add="Add Policy" isFull={policies.length >= limits.policies} onAdd={() => setEdited(null)}>
        <h2>Policies</h2>
      </ListHead>
      <ul>
        {policies.map((policy) => (
          <PolicyItem
            key={policy.id}
            policy={policy}
            channels={channels}
            changes={changes}
            onEdit={() => setEdited(policy)}
          />
        ))}
      </ul>
      {edited === undefined ? null : (
        <PolicyDialog
          key={edited?.id ?? 'new'}
          policy={edited}
          channels={channels}
          changes={changes}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

interface PolicyItemProps {
  policy: Policy;
  channels: readonly Channel[];
  changes: RoutingChanges;
  onEdit: () => void;
}

function PolicyItem({ policy, channels, changes, onEdit }: PolicyItemProps) {
  const { confirm } = useDialogs();
  const { id, name } = policy;
  const remove = async () => {
    const isAgreed = await confirm(
      deletion('policy', name, {
        body: 'Its steps will be deleted too. This cannot be undone.',
      }),
    );
    if (isAgreed) await changes.act((document) => withoutPolicy(document, policy));
  };
  return (
    <ListItem
      name={name}
      actions={
        <>
          <EditAction of={name} onClick={onEdit} />
          {id === defaultPolicyId ? null : <DeleteAction of={name} onClick={() => void remove()} />}
        </>
      }
    >
      {policySentences(policy, (ref) => nameOfRef(channels, ref)).map((sentence) => (
        <p key={sentence} className="wrap-anywhere text-(--muted)">
          {sentence}
        </p>
      ))}
    </ListItem>
  );
}
