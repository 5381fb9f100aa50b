import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Domain } from '@upvigil/core/contract/certificates';
import { expiryLabel, expiryTone } from '@upvigil/core/status/expiry';
import { certificateMessages } from '@upvigil/core/texts/monitors';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { DataRow } from '../../components/rows/data-row.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { Time } from '../../components/time/time.tsx';
import { StateDot } from '../../components/tones/state-dot.tsx';
import { failureText } from '../../failures.ts';
import { domainsQuery } from './certificate-queries.ts';
import { DaysBar } from './days-bar.tsx';
import { MonitorLinks } from './monitor-links.tsx';

/** Registered domains of all monitors, or the option to watch them. */
export function Domains() {
  const query = useQuery(domainsQuery());
  const { data } = query;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={certificateMessages.domains}>
      <div>
        <h2>{certificateMessages.domains}</h2>
        <p className="text-(--muted)">{certificateMessages.domainsAbout}</p>
      </div>
      <LoadState query={query} title={certificateMessages.loadFailed}>
        <Spinner />
      </LoadState>
      {data && !data.is_enabled ? <SwitchedOff /> : null}
      {data?.is_enabled && data.domains.length === 0 ? <EmptyState title={certificateMessages.noDomains} /> : null}
      {data?.is_enabled && data.domains.length > 0 ? <DomainList domains={data.domains} /> : null}
    </section>
  );
}

function SwitchedOff() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<'idle' | 'saving' | { failure: string }>('idle');
  const watch = async (): Promise<void> => {
    setState('saving');
    try {
      await (await api()).settings.updateNotifications({ body: { domain_check_enabled: true } });
      await queryClient.invalidateQueries();
    } catch (error) {
      setState({ failure: failureText(error) });
    }
  };
  return (
    <EmptyState
      title={certificateMessages.domainsOff}
      action={
        <>
          <Button pending={state === 'saving'} pendingLabel="Saving..." onClick={() => void watch()}>
            {certificateMessages.watchDomains}
          </Button>
          {typeof state === 'object' ? (
            <p role="alert" className="text-(--down-fg)">
              {state.failure}
            </p>
          ) : null}
        </>
      }
    >
      {certificateMessages.domainsOffHint}
    </EmptyState>
  );
}

function DomainList({ domains }: { domains: readonly Domain[] }) {
  const shown = useShownRows(domains);
  return (
    <div className="card p-0">
      <ul>
        {shown.rows.map((domain) => (
          <DomainRow key={domain.name} domain={domain} />
        ))}
      </ul>
      <ShowMore shown={shown} noun="domains" />
    </div>
  );
}

const DomainRow = ({ domain: { name, expires_at, days_left, state, answer, monitors } }: { domain: Domain }) => (
  <DataRow columns="minmax(0,1.4fr) 9rem minmax(0,1fr) minmax(0,1.4fr)">
    {() => (
      <>
        <p className="flex min-w-0 items-center gap-2 font-medium wrap-anywhere">
          <StateDot tone={expiryTone(state)} />
          <span className="sr-only">{expiryLabel(state)}: </span>
          {name}
        </p>
        {days_left === null ? (
          <span className="text-[0.8125rem] text-(--muted)">–</span>
        ) : (
          <DaysBar days={days_left} state={state} part={null} />
        )}
        <p className="min-w-0 text-[0.8125rem] text-(--muted) wrap-anywhere">
          {expires_at === null ? null : (
            <>
              until <Time value={expires_at} shape="date" />{' '}
            </>
          )}
          {answer ?? (expires_at === null ? certificateMessages.notAsked : null)}
        </p>
        <MonitorLinks monitors={monitors} />
      </>
    )}
  </DataRow>
);
