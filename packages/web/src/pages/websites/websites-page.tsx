import { useQuery } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { rankedStatus } from '@upvigil/core/status/under-maintenance';
import { messages } from '@upvigil/core/texts/messages';
import { Globe, Plus } from 'lucide-react';
import { memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { polling } from '../../api/polling.ts';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { pageTabClass } from '../../components/basics/page-tab-class.ts';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { deletion } from '../../components/dialogs/deletion.ts';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { useEdited } from '../../components/dialogs/use-edited.ts';
import { compareNames } from '../../components/lists/compare-names.ts';
import { countOf } from '../../components/lists/count-of.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { NoMatch, NothingYet } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { AddMultipleButton } from '../../monitors/add-multiple/add-multiple-button.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { useChanges } from '../../use-changes.ts';
import { monitorStates } from './monitors/monitors-query.ts';
import { readPasts } from './past-days.tsx';
import { WebsiteCard } from './website-card.tsx';
import { WebsiteRow } from './website-row.tsx';

const loadForm = async () => ({ default: (await import('./website-form-dialog.tsx')).WebsiteFormDialog });
const WebsiteFormDialog = lazyPart(loadForm);
const AllMonitors = lazyPart(async () => ({ default: (await import('./monitors/all-monitors.tsx')).AllMonitors }));

/** All websites with links to their monitors; `?view=monitors`: all monitors in one list. */
export function WebsitesPage() {
  const [params] = useSearchParams();
  const isMonitors = params.get('view') === 'monitors';
  const query = useQuery(queries.websites());
  const { data } = query;
  const remove = useDeletion();
  const ref = usePlainLinks<HTMLDivElement>();
  const [edited, setEdited] = useEdited<Website>();
  const add = () => setEdited(null);
  const close = () => setEdited(undefined);
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title="Websites"
        isCompact
        sub={
          data?.length ? (
            <span className="max-sm:hidden">
              <Counts websites={data} />
            </span>
          ) : null
        }
        actions={
          data?.length ? (
            <>
              <AddMultipleButton websiteId={null} isIconOnSmall />
              <Button kind="primary" icon={<Plus aria-hidden="true" size={16} />} onClick={add}>
                <span>
                  Add <span className="max-sm:sr-only">New Website</span>
                </span>
              </Button>
            </>
          ) : null
        }
      />
      {data?.length ? <Views websites={data} isMonitors={isMonitors} /> : null}
      {data && isMonitors && data.length > 0 ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <AllMonitors websites={data} />
        </Suspense>
      ) : null}
      {data && !(isMonitors && data.length > 0) ? (
        <WebsiteList websites={data} onAdd={add} onEdit={setEdited} onDelete={remove} />
      ) : null}
      <LoadState query={query} title="Could not load websites">
        <LoadingCards />
      </LoadState>
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <WebsiteFormDialog website={edited} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

const monitorCount = (websites: readonly Website[]): number =>
  websites.reduce((sum, { url_count, network_monitor_count }) => sum + url_count + network_monitor_count, 0);

/** '37 websites, 214 monitors · 3 down, 2 slow' */
function Counts({ websites }: { websites: readonly Website[] }) {
  const { data: states } = useQuery(monitorStates());
  const problems = (['down', 'slow'] as const)
    .filter((state) => states && states[state] > 0)
    .map((state) => `${states?.[state].toLocaleString('en')} ${state}`);
  const all = `${countOf(websites.length, 'website')}, ${countOf(monitorCount(websites), 'monitor')}`;
  return problems.length === 0 ? all : `${all} · ${problems.join(', ')}`;
}

/** Both views as tabs. */
const Views = ({ websites, isMonitors }: { websites: readonly Website[]; isMonitors: boolean }) => (
  <nav aria-label="View of websites" className="flex gap-1 border-b border-(--border) max-md:-mx-4 max-md:px-2">
    <View to="/websites" label="Websites" count={websites.length} isCurrent={!isMonitors} />
    <View to="/websites?view=monitors" label="All Monitors" count={monitorCount(websites)} isCurrent={isMonitors} />
  </nav>
);

interface ViewProps {
  to: string;
  label: string;
  count: number;
  isCurrent: boolean;
}

const View = ({ to, label, count, isCurrent }: ViewProps) => (
  <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={pageTabClass}>
    {label}{' '}
    <span className="rounded-[5px] bg-(--none-bg) px-1.5 text-xs leading-4.5 text-(--muted)">
      {count.toLocaleString('en')}
    </span>
  </Link>
);

interface WebsiteListProps {
  websites: readonly Website[];
  onAdd: () => void;
  onEdit: (website: Website) => void;
  onDelete: (website: Website) => void;
}

const cardsClass = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]';
const rowsClass = 'overflow-hidden rounded-xl border border-(--border) bg-(--surface) empty:hidden';
/** Number of websites from which rows replace the cards. */
const rowsFrom = 13;
const noFacets = {};

function WebsiteList({ websites, onAdd, onEdit, onDelete }: WebsiteListProps) {
  const list = useListState({ facets: noFacets, defaultSort: 'issues' });
  const found = useMemo(
    () => findWebsites(websites, list.deferredSearch, list.sort),
    [websites, list.deferredSearch, list.sort],
  );
  if (websites.length === 0) return <NoWebsites onAdd={onAdd} />;
  return (
    <>
      <ListToolbar noun="websites" state={list} sorts={websiteSorts} shown={found.length} total={websites.length} />
      {found.length === 0 ? <NoMatch title="No website matches the search" onClear={list.reset} /> : null}
      <Found found={found} isRows={websites.length >= rowsFrom} onEdit={onEdit} onDelete={onDelete} />
    </>
  );
}

type FoundProps = Omit<WebsiteListProps, 'websites' | 'onAdd'> & { found: readonly Website[]; isRows: boolean };

/** Memoized, so that it renders only when the result of the search changes. */
const Found = memo(function Found({ found, isRows, onEdit, onDelete }: FoundProps) {
  const shown = useShownRows(found);
  const pasts = usePasts();
  const Item = isRows ? WebsiteRow : WebsiteCard;
  return (
    <>
      <ul className={isRows ? rowsClass : cardsClass}>
        {shown.rows.map((website) => (
          <Item key={website.id} website={website} past={pasts?.[website.id]} onEdit={onEdit} onDelete={onDelete} />
        ))}
      </ul>
      <ShowMore shown={shown} noun="websites" />
    </>
  );
});

/** Loaded after the list. Events do not refresh it: with many websites it is the largest response. */
function usePasts() {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  const { data } = useQuery({
    queryKey: ['past'],
    queryFn: ({ signal }) => readPasts(signal),
    ...polling.dashboard,
    enabled: isDrawn,
  });
  return data;
}

const LoadingCards = () => (
  <div className={cardsClass} aria-busy="true">
    <span className="sr-only" role="status">
      Loading websites
    </span>
    {[1, 2, 3].map((number) => (
      <Skeleton key={number} height={120} />
    ))}
  </div>
);

const shownBy = [['websites']];

/** Deletes a website after a confirmation that names what is deleted with it, then reloads the list. */
function useDeletion() {
  const { confirm } = useDialogs();
  const { change } = useChanges(shownBy);
  return useCallback(
    (website: Website) =>
      confirm(
        deletion('website', website.name, {
          body: `All its URLs and data will be lost: ${monitorsOf(website)}. This cannot be undone.`,
          typeToConfirm: website.name,
          run: () => change(({ websites }) => websites.remove({ params: { websiteId: website.id } })),
          failure: messages.website.deleteFailed,
        }),
      ),
    [confirm, change],
  );
}

/** '2 URLs, 1 network service and 3 heartbeats' */
const monitorsOf = ({ url_count, network_monitor_count, heartbeat_count = 0 }: Website): string =>
  new Intl.ListFormat('en-GB').format([
    countOf(url_count, 'URL'),
    countOf(network_monitor_count - heartbeat_count, 'network service'),
    ...(heartbeat_count > 0 ? [countOf(heartbeat_count, 'heartbeat')] : []),
  ]);

const NoWebsites = ({ onAdd }: { onAdd: () => void }) => (
  <NothingYet
    title={messages.empty.websites}
    icon={<Globe strokeWidth={1.5} />}
    add="Add Your First Website"
    onAdd={onAdd}
  >
    A website groups the page URLs and network services you watch together. You add those in the next step.
  </NothingYet>
);

const websiteSorts = [
  { value: 'issues', label: 'Issues first' },
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest first' },
] as const;

const severity: Record<Website['status'], number> = { down: 0, partial: 1, unknown: 2, up: 3 };

const byName = (a: Website, b: Website): number => compareNames(a.name, b.name);

const orders: Record<string, (a: Website, b: Website) => number> = {
  name: byName,
  issues: (a, b) => severity[rankedStatus(a)] - severity[rankedStatus(b)] || byName(a, b),
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || byName(a, b),
};

/** Websites whose name or description contains the text, sorted. */
export function findWebsites(websites: readonly Website[], search: string, sort: string): Website[] {
  const text = search.trim().toLowerCase();
  return websites
    .filter(({ name, description }) => `${name} ${description ?? ''}`.toLowerCase().includes(text))
    .sort(orders[sort] ?? byName);
}
