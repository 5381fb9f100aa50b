import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '@upvigil/core/contract/audit';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { countOf } from '../../../components/lists/count-of.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { AuditEventRow } from './audit-event-row.tsx';
import { AuditFilterForm } from './audit-filters.tsx';
import { type AuditFilters, newestEvents, noFilters } from './audit-queries.ts';
import { useOlderEvents } from './use-older-events.ts';

const { audit: said } = accessPageMessages;

/** Who changed what, newest first. */
export function AuditPanel() {
  const [filters, setFilters] = useState(noFilters);
  const query = useQuery(newestEvents(filters));
  const isNarrowed = [filters.actor, filters.action, filters.target].some((text) => text !== '');
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="audit">
      <h2 id="audit">Audit</h2>
      <p className="text-(--muted)">{said.about}</p>
      <AuditFilterForm isFiltered={isNarrowed || filters.hours !== noFilters.hours} onFilter={setFilters} />
      <LoadState query={query} title={said.loadFailed}>
        <Skeleton height={400} />
      </LoadState>
      {query.data?.length === 0 ? (
        <EmptyState title={isNarrowed ? said.noneMatches : accessMessages.auditEmpty} />
      ) : null}
      {query.data && query.data.length > 0 ? (
        <EventList key={JSON.stringify(filters)} newest={query.data} filters={filters} />
      ) : null}
    </section>
  );
}

function EventList({ newest, filters }: { newest: readonly AuditEvent[]; filters: AuditFilters }) {
  const { events, hasMore, isLoading, failure, showMore } = useOlderEvents(newest, filters);
  return (
    <>
      <p role="status" className="text-(--muted)">
        {countOf(events.length, 'event')}
        {hasMore ? ', and there are more' : ''}
      </p>
      <ul className="m-0 list-none p-0">
        {events.map((event) => (
          <AuditEventRow key={event.id} event={event} />
        ))}
      </ul>
      {failure === null ? null : (
        <p role="alert" className="wrap-anywhere text-(--down-fg)">
          {said.moreFailed}: {failure}
        </p>
      )}
      {hasMore ? (
        <Button pending={isLoading} pendingLabel="Loading..." onClick={() => void showMore()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
