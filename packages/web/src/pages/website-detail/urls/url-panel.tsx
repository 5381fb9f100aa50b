import { useQuery } from '@tanstack/react-query';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { messages } from '@upvigil/core/messages';
import { Link2, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { ListToolbar } from '../../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { useListState } from '../../../components/lists/use-list-state.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { UrlCard } from './url-card.tsx';
import { findUrls, urlSorts, urlState, urlStateLabels, urlStates } from './url-state.ts';
import { type UrlActions, useUrlActions } from './use-url-actions.ts';

const UrlFormDialog = lazy(async () => ({ default: (await import('./url-form-dialog.tsx')).UrlFormDialog }));

/** The URLs of a website. */
export function UrlPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.urlsOfWebsite(websiteId));
  const actions = useUrlActions(websiteId);
  /** The URL that the form is open for; null for a new one, undefined when it is closed. */
  const [edited, setEdited] = useState<UrlMonitor | null | undefined>(undefined);
  const close = () => setEdited(undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the URLs">
        <Skeleton height={132} />
      </LoadState>
      {query.data ? (
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

interface UrlListProps {
  urls: readonly UrlMonitor[];
  actions: UrlActions;
  onAdd: () => void;
  onEdit: (url: UrlMonitor) => void;
}

const facets = { status: 'all' };

function UrlList({ urls, actions, onAdd, onEdit }: UrlListProps) {
  const list = useListState({ facets, defaultSort: 'issues' });
  const status = list.facet('status');
  const found = useMemo(
    () => findUrls(urls, list.deferredSearch, status, list.sort),
    [urls, list.deferredSearch, status, list.sort],
  );
  const shown = useShownRows(found);
  if (urls.length === 0) return <NoUrls onAdd={onAdd} />;
  return (
    <>
      <ListToolbar
        noun="URLs"
        state={list}
        facets={[{ name: 'status', label: 'Status', options: statusOptions(urls) }]}
        sorts={urlSorts}
        shown={found.length}
        total={urls.length}
      >
        <Button kind="primary" className="max-sm:w-full" icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd}>
          Add New URL
        </Button>
      </ListToolbar>
      {found.length === 0 ? (
        <EmptyState title="No URL matches the filters" action={<Button onClick={list.reset}>Clear filters</Button>} />
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown.rows.map((url) => (
          <UrlCard key={url.id} url={url} actions={actions} onEdit={onEdit} />
        ))}
      </ul>
      <ShowMore shown={shown} noun="URLs" />
    </>
  );
}

function statusOptions(urls: readonly UrlMonitor[]) {
  const states = urls.map(urlState);
  const options = urlStates.map((state) => ({
    value: state as string,
    label: urlStateLabels[state],
    count: states.filter((one) => one === state).length,
  }));
  return [{ value: 'all', label: 'all', count: urls.length }, ...options];
}

const NoUrls = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title={messages.empty.urls}
    icon={<Link2 strokeWidth={1.5} />}
    action={
      <Button kind="primary" onClick={onAdd}>
        Add First URL
      </Button>
    }
  >
    Each URL is opened at its interval; you see its status, load time and history here.
  </EmptyState>
);
