import { useQuery } from '@tanstack/react-query';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { lazy, Suspense } from 'react';
import * as queries from '../../../api/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { useEdited } from '../../../components/dialogs/use-edited.ts';
import { LoadState } from '../../../components/states/load-state.tsx';
import { UrlList } from './url-list.tsx';
import { useUrlActions } from './use-url-actions.ts';

const NoUrls = lazy(async () => ({ default: (await import('../no-urls.tsx')).NoUrls }));
const UrlFormDialog = lazy(async () => ({ default: (await import('./url-form-dialog.tsx')).UrlFormDialog }));

/** The URLs of a website. */
export function UrlPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.urlsOfWebsite(websiteId));
  const actions = useUrlActions(websiteId);
  const [edited, setEdited] = useEdited<UrlMonitor>();
  const close = () => setEdited(undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the URLs">
        <Skeleton height={132} />
      </LoadState>
      {query.data?.length === 0 ? (
        <Suspense>
          <NoUrls onAdd={() => setEdited(null)} />
        </Suspense>
      ) : null}
      {query.data?.length ? (
        <UrlList urls={query.data} actions={actions} onAdd={() => setEdited(null)} onEdit={setEdited} />
      ) : null}
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <UrlFormDialog
            url={edited}
            save={async (input) => {
              await actions.save(edited, input);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}
