import type { Incident, IncidentUpdate } from '@upvigil/core/contract/incidents';
import { incidentStatusWords } from '@upvigil/core/texts/incidents';
import { Suspense, useState } from 'react';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { DeleteAction, EditAction } from '../../../components/rows/row-actions.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { StatusBadge } from '../incident-badges.tsx';
import { UpdateDialog } from './update-dialog.tsx';
import type { IncidentActions } from './use-incident-actions.ts';

const FormattedBody = lazyPart(async () => ({ default: (await import('./formatted-body.tsx')).FormattedBody }));

/** Updates, newest first, formatted as on the public pages. */
export function UpdateList({ incident, actions }: { incident: Incident; actions: IncidentActions }) {
  const shown = useShownRows(incident.updates);
  const [edited, setEdited] = useState<IncidentUpdate | null>(null);
  return (
    <section className="card" aria-labelledby="updates">
      <h2 id="updates">Updates</h2>
      <ol>
        {shown.rows.map((update) => (
          <UpdateItem
            key={update.id}
            update={update}
            onEdit={() => setEdited(update)}
            // The last update of an incident cannot be deleted.
            onRemove={incident.updates.length > 1 ? () => void actions.removeUpdate(incident, update) : undefined}
          />
        ))}
      </ol>
      <ShowMore shown={shown} noun="updates" />
      {edited ? (
        <UpdateDialog incident={incident} update={edited} onSaved={actions.take} onClose={() => setEdited(null)} />
      ) : null}
    </section>
  );
}

interface UpdateItemProps {
  update: IncidentUpdate;
  onEdit: () => void;
  onRemove: (() => void) | undefined;
}

function UpdateItem({ update: { status, body, display_at, edited_at }, onEdit, onRemove }: UpdateItemProps) {
  const name = `${incidentStatusWords[status]}, ${formatTime(display_at, 'dateTime')}`;
  return (
    <li className="grid gap-1 border-b border-(--border) py-2.5 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-(--muted)">
          <StatusBadge status={status} />
          <Time value={display_at} />
          {edited_at === null ? null : <span>{`edited ${formatTime(edited_at, 'dateTime')}`}</span>}
        </div>
        <div className="flex flex-wrap sm:shrink-0">
          <EditAction of={name} onClick={onEdit} />
          {onRemove ? <DeleteAction of={name} onClick={onRemove} /> : null}
        </div>
      </div>
      {body === '' ? null : (
        <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{body}</p>}>
          <FormattedBody source={body} />
        </Suspense>
      )}
    </li>
  );
}
