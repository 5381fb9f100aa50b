import type { Channel } from '@upvigil/core/contract/channels';
import { defaultPolicyId, type Policy, type RoutingDocument } from '@upvigil/core/contract/routing';
import { limits } from '@upvigil/core/limits';
import { policySentences } from '@upvigil/core/routing/route-words';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/basics/button.tsx';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { RowAction } from '../../../../components/rows/row-actions.tsx';
import { nameOfRef } from '../channel-names.ts';
import { withoutPolicy } from '../document.ts';
import type { RoutingChanges } from '../use-routing-changes.ts';
import { PolicyDialog } from './policy-dialog.tsx';

interface PolicyListProps {
  document: RoutingDocument;
  channels: readonly Channel[];
  changes: RoutingChanges;
}

/** Who is told at once, who later, and how often again. */
export function PolicyList({ document: { policies }, channels, changes }: PolicyListProps) {
  const [edited, setEdited] = useState<Policy | null | undefined>(undefined);
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Policies</h2>
        <Button
          size="small"
          icon={<Plus aria-hidden="true" size={14} />}
          disabled={policies.length >= limits.policies}
          onClick={() => setEdited(null)}
        >
          Add Policy
        </Button>
      </div>
      <ul>
        {policies.map((policy) => (
          <PolicyItem key={policy.id} {...{ policy, channels, changes }} onEdit={() => setEdited(policy)} />
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
    const isAgreed = await confirm({
      title: `Delete policy "${name}"?`,
      body: 'Its steps are gone with it. This cannot be undone.',
      confirmLabel: 'Delete policy',
      isDanger: true,
    });
    if (isAgreed) await changes.act((document) => withoutPolicy(document, policy));
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-(--border) py-2.5 last:border-0 sm:flex-nowrap">
      <div className="min-w-0">
        <h3>{name}</h3>
        {policySentences(policy, (ref) => nameOfRef(channels, ref)).map((sentence) => (
          <p key={sentence} className="wrap-anywhere text-(--muted)">
            {sentence}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap sm:shrink-0">
        <RowAction
          text="Edit"
          aria-label={`Edit ${name}`}
          icon={<Pencil aria-hidden="true" size={16} />}
          onClick={onEdit}
        />
        {id === defaultPolicyId ? null : (
          <RowAction
            text="Delete"
            aria-label={`Delete ${name}`}
            icon={<Trash2 aria-hidden="true" size={16} />}
            onClick={() => void remove()}
          />
        )}
      </div>
    </li>
  );
}
