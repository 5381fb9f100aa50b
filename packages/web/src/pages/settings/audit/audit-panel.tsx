import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '@upvigil/core/contract/audit';
import { defaults } from '@upvigil/core/defaults';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { countOf } from '../../../components/lists/count-of.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { failureText } from '../../../failures.ts';
import { AuditEventRow } from './audit-event-row.tsx';
import { AuditFilterForm } from './audit-filters.tsx';
import { type AuditFilters, newestEvents, noFilters, readAudit } from './audit-queries.ts';

const { audit: texts } = accessPageMessages;

/** Audit log, newest first. */
export function AuditPanel() {
  const [filters, setFilters] = useState(noFilters);
  const query = useQuery(newestEvents(filters));
  const isNarrowed = [filters.actor, filters.action, filters.target].some((text) => text !== '');
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="audit">
      <h2 id="audit">Audit</h2>
      <p className="text-(--muted)">{texts.about}</p>
      <AuditFilterForm isFiltered={isNarrowed || filters.hours !== noFilters.hours} onFilter={setFilters} />
      <LoadState query={query} title={texts.loadFailed}>
        <Skeleton height={400} />
      </LoadState>
      {query.data?.length === 0 ? (
        <EmptyState title={isNarrowed ? texts.noneMatches : accessMessages.auditEmpty} />
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
          {texts.moreFailed}: {failure}
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

interface OlderEvents {
  /** The given events and the older ones loaded since. */
  events: readonly AuditEvent[];
  hasMore: boolean;
  isLoading: boolean;
  /** Error of the last request. */
  failure: string | null;
  showMore: () => Promise<void>;
}

/** Loads older events page by page. */
function useOlderEvents(newest: readonly AuditEvent[], filters: AuditFilters): OlderEvents {
  const [older, setOlder] = useState<readonly AuditEvent[]>([]);
  const [hasMore, setMore] = useState(newest.length >= defaults.auditLimit);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const events = [...newest, ...older];
  const showMore = async () => {
    setLoading(true);
    setFailure(null);
    try {
      const read = await readAudit(filters, events.at(-1)?.id);
      setOlder([...older, ...read]);
      setMore(read.length >= defaults.auditLimit);
    } catch (error) {
      setFailure(failureText(error));
    }
    setLoading(false);
  };
  return { events, hasMore, isLoading, failure, showMore };
}
