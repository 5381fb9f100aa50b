import type { Incident } from '@upvigil/core/contract/incidents';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/basics/button.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTargetNames } from '../../../monitors/use-target-names.ts';
import { IncidentBadges } from '../incident-badges.tsx';
import { lastedWords } from '../incident-row.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { PostUpdate } from './post-update.tsx';
import { UpdateList } from './update-list.tsx';
import { useIncidentActions } from './use-incident-actions.ts';

/** Details of an incident, the form for the next update, and the updates. */
export function IncidentContent({ incident }: { incident: Incident }) {
  const actions = useIncidentActions();
  return (
    <>
      <Facts incident={incident} />
      <PostUpdate key={incident.id} incident={incident} onPosted={actions.take} />
      <UpdateList incident={incident} actions={actions} />
    </>
  );
}

export function IncidentActionBar({ incident }: { incident: Incident }) {
  const navigate = useNavigate();
  const actions = useIncidentActions();
  const [isEdited, setIsEdited] = useState(false);
  const remove = async () => {
    if (await actions.remove(incident)) navigate('/alerts/incidents');
  };
  return (
    <>
      {incident.state === 'published' ? (
        <a href={`/status/incidents/${incident.id}`} target="_blank" rel="noreferrer" className={buttonClass('bare')}>
          Public page <span className="sr-only">(opens in a new tab)</span>
        </a>
      ) : (
        <Button kind="primary" onClick={() => void actions.publish(incident)}>
          Publish
        </Button>
      )}
      <Button onClick={() => setIsEdited(true)}>Edit</Button>
      <Button onClick={() => void remove()}>Delete</Button>
      {isEdited ? <EditDialog incident={incident} onSaved={actions.take} onClose={() => setIsEdited(false)} /> : null}
    </>
  );
}

function Facts({ incident }: { incident: Incident }) {
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Details">
      <IncidentBadges incident={incident} />
      <p className="flex flex-wrap gap-x-4 text-(--muted)">
        <span>
          Began <Time value={incident.started_at} />
        </span>
        <span>{lastedWords(incident, Date.now())}</span>
      </p>
      <Affected incident={incident} />
    </section>
  );
}

/** Number of listed targets before 'Show more'. */
const namedAtFirst = 20;

function Affected({ incident: { website_ids, monitor_ids } }: { incident: Incident }) {
  const shown = useShownRows(
    [
      ...website_ids.map((id) => ({ kind: 'website', id }) as const),
      ...monitor_ids.map((id) => ({ kind: 'monitor', id }) as const),
    ],
    { first: namedAtFirst },
  );
  const ofMonitors = shown.rows.filter(({ kind }) => kind === 'monitor').map(({ id }) => id);
  const names = useTargetNames([{ website_ids: [], monitor_ids: ofMonitors }], ofMonitors.length);
  if (shown.rows.length === 0) return <p className="text-(--muted)">No affected targets</p>;
  return (
    <div className="grid gap-2">
      <h2 className="text-sm">Affects</h2>
      <ul className="flex flex-wrap gap-2">
        {shown.rows.map(({ kind, id }) => (
          <li key={`${kind} ${id}`} className="min-w-0 rounded-lg bg-(--none-bg) px-2.5 text-[0.8125rem] wrap-anywhere">
            {names[kind](id)}
          </li>
        ))}
      </ul>
      <ShowMore shown={shown} noun="affected targets" />
    </div>
  );
}
