import { useQuery } from '@tanstack/react-query';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { AlertTabs } from '../../../alerting/alert-tabs.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { PageHead } from '../../../shell/page-head.tsx';
import { incidentQuery } from '../incident-queries.ts';

// A separate chunk, because forms are large, and pages preload the code of their neighbours.
const loadContent = () => import('./incident-content.tsx');
const IncidentContent = lazyPart(async () => ({ default: (await loadContent()).IncidentContent }));
const IncidentActionBar = lazyPart(async () => ({ default: (await loadContent()).IncidentActionBar }));

export function IncidentPage() {
  const { incidentId = '' } = useParams();
  const query = useQuery(incidentQuery(Number(incidentId)));
  const { data: incident } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title={incident?.title ?? 'Incident'}
        sub={incident?.state === 'draft' ? incidentMessages.draftNote : undefined}
        actions={
          incident ? (
            <Suspense fallback={null}>
              <IncidentActionBar incident={incident} />
            </Suspense>
          ) : undefined
        }
      />
      <AlertTabs />
      <LoadState query={query} title={incidentMessages.loadOneFailed}>
        <Spinner />
      </LoadState>
      {incident ? (
        <Suspense fallback={<Spinner />}>
          <IncidentContent incident={incident} />
        </Suspense>
      ) : null}
    </div>
  );
}
