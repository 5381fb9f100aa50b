import { useQuery } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { messages } from '@upvigil/core/messages';
import { Globe, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { useEdited } from '../../components/dialogs/use-edited.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useWebsiteActions } from './use-website-actions.ts';
import { WebsiteCard } from './website-card.tsx';
import { findWebsites, websiteSorts } from './website-order.ts';

const loadForm = async () => ({ default: (await import('./website-form-dialog.tsx')).WebsiteFormDialog });
const WebsiteFormDialog = lazy(loadForm);

/** All websites, each with the way to its monitors. */
export function WebsitesPage() {
  const query = useQuery(queries.websites());
  const { data } = query;
  const { save, remove } = useWebsiteActions();
  const ref = usePlainLinks<HTMLDivElement>();
  const [edited, setEdited] = useEdited<Website>();
  const add = () => setEdited(null);
  const close = () => setEdited(undefined);
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title="Websites"
        actions={
          data?.length ? (
            <Button kind="primary" className="max-sm:w-full" icon={<Plus aria-hidden="true" size={16} />} onClick={add}>
              Add New Website
            </Button>
          ) : null
        }
      />
      {data ? <WebsiteList websites={data} onAdd={add} onEdit={setEdited} onDelete={remove} /> : null}
      <LoadState query={query} title="Could not load websites">
        <LoadingCards />
      </LoadState>
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <WebsiteFormDialog
            website={edited}
            save={async (input) => {
              await save(edited, input);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

interface WebsiteListProps {
  websites: readonly Website[];
  onAdd: () => void;
  onEdit: (website: Website) => void;
  onDelete: (website: Website) => void;
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4';
const noFacets = {};

function WebsiteList({ websites, onAdd, onEdit, onDelete }: WebsiteListProps) {
  const list = useListState({ facets: noFacets, defaultSort: 'name' });
  const found = useMemo(
    () => findWebsites(websites, list.deferredSearch, list.sort),
    [websites, list.deferredSearch, list.sort],
  );
  const shown = useShownRows(found);
  if (websites.length === 0) return <NoWebsites onAdd={onAdd} />;
  return (
    <>
      <ListToolbar noun="websites" state={list} sorts={websiteSorts} shown={found.length} total={websites.length} />
      {found.length === 0 ? (
        <EmptyState
          title="No website matches the search"
          action={<Button onClick={list.reset}>Clear filters</Button>}
        />
      ) : null}
      <ul className={gridClass}>
        {shown.rows.map((website) => (
          <WebsiteCard key={website.id} website={website} onEdit={onEdit} onDelete={onDelete} />
        ))}
      </ul>
      <ShowMore shown={shown} noun="websites" />
    </>
  );
}

const NoWebsites = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title={messages.empty.websites}
    icon={<Globe strokeWidth={1.5} />}
    action={
      <Button kind="primary" onClick={onAdd}>
        Add Your First Website
      </Button>
    }
  >
    A website groups the page URLs and network services you watch together. You add those in the next step.
  </EmptyState>
);

const LoadingCards = () => (
  <div className={gridClass} aria-busy="true">
    <span className="sr-only" role="status">
      Loading websites
    </span>
    {[1, 2, 3].map((number) => (
      <Skeleton key={number} height={176} />
    ))}
  </div>
);
