import { useQuery } from '@tanstack/react-query';
import type { Incident } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentMessages } from '@upvigil/core/page-messages/incidents';
import { Megaphone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AlertSections } from '../../alerting/alert-sections.tsx';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { affectedWords } from './affected-words.ts';
import { groupIncidents } from './incident-groups.ts';
import { incidentsQuery } from './incident-queries.ts';
import { IncidentRow } from './incident-row.tsx';

/** How many are read at a time. */
const step = 100;

/** What people were and are told of outages: open incidents first, the others by month. */
export function IncidentsPage() {
  const [limit, setLimit] = useState(step);
  const query = useQuery(incidentsQuery(limit));
  const { data } = query;
  const mayHaveMore = data !== undefined && data.length >= limit && limit < limits.listLimit.max;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title={incidentMessages.title} sub={data ? headLine(data) : incidentMessages.about} />
      <AlertSections />
      <LoadState query={query} title={incidentMessages.loadFailed}>
        <Spinner />
      </LoadState>
      {data?.length === 0 ? (
        <EmptyState title={incidentMessages.none} icon={<Megaphone />}>
          {incidentMessages.noneHint}
        </EmptyState>
      ) : null}
      {data ? <IncidentGroups incidents={data} /> : null}
      {mayHaveMore ? (
        <Button className="w-full" pending={query.isPlaceholderData} onClick={() => setLimit(limit + step)}>
          Show older incidents
        </Button>
      ) : null}
    </div>
  );
}

function headLine(incidents: readonly Incident[]): string {
  const open = incidents.filter(({ resolved_at, state }) => resolved_at === null && state === 'published').length;
  const drafts = incidents.filter(({ state }) => state === 'draft').length;
  if (open + drafts === 0) return incidentMessages.about;
  return [`${open} open`, ...(drafts > 0 ? [countOf(drafts, 'draft')] : [])].join(', ');
}

function IncidentGroups({ incidents }: { incidents: readonly Incident[] }) {
  const { data: websites } = useQuery(queries.websites());
  const groups = useMemo(() => groupIncidents(incidents), [incidents]);
  const names = useMemo(() => new Map(websites?.map(({ id, name }) => [id, name])), [websites]);
  return groups.map((group) => (
    <section key={group.name} className="card" aria-label={group.name}>
      <h2 className="text-sm">{group.name}</h2>
      <ul>
        {group.incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            affected={affectedWords(incident, (id) => names.get(id))}
          />
        ))}
      </ul>
    </section>
  ));
}
