import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedMonitor, MonitorFilter } from '@upvigil/core/contract/monitors';
import type { Website } from '@upvigil/core/contract/websites';
import { Radar } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import type { ListState } from '../../../components/lists/list-state.ts';
import { useListState } from '../../../components/lists/use-list-state.ts';
import { useDensity } from '../../../components/rows/use-density.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { useThrottledValue } from '../../../components/states/use-throttled-value.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { Key } from '../../../shell/keys/key.tsx';
import { filterOf, monitorFacets, monitorSorts, orderOf } from './monitor-filter.ts';
import { MonitorTable } from './monitor-table.tsx';
import { MonitorToolbar } from './monitor-toolbar.tsx';
import { listedMonitors } from './monitors-query.ts';
import { noSelection, selectedCount } from './selection.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';

const SelectionBar = lazyPart(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));
const BulkPanel = lazyPart(async () => ({ default: (await import('./bulk/bulk-panel.tsx')).BulkPanel }));

const searchDelayMs = () => 250;

interface AllMonitorsProps {
  websites: readonly Website[];
}

/** Monitors of all kinds and websites, with filters in the address and actions on a selection. */
export function AllMonitors({ websites }: AllMonitorsProps) {
  const list = useListState({ facets: monitorFacets, defaultSort: 'problems' });
  const filter = useFilter(list);
  const order = orderOf(list.sort);
  const query = useInfiniteQuery(listedMonitors(filter, order));
  const monitors = useMemo(() => withoutTwins(query.data?.pages.flatMap((page) => page.monitors) ?? []), [query.data]);
  const density = useDensity('compact');
  const [first] = query.data?.pages ?? [];
  const table = useRef<HTMLTableElement>(null);
  const { selection, setSelection, select, selectShown, act, request, close } = useSelection(filter, monitors);
  useRowKeys(table, { monitors, selection, act });
  if (first?.all === 0) return <NoMonitors />;
  return (
    <>
      <MonitorToolbar list={list} websites={websites} found={first} density={density} />
      <LoadState query={query} title="Could not load the monitors">
        <Skeleton height={320} />
      </LoadState>
      {first && monitors.length === 0 ? (
        <EmptyState
          title="No monitor matches the filters"
          action={<Button onClick={list.reset}>Clear filters</Button>}
        />
      ) : null}
      {first && monitors.length > 0 ? (
        <div className="card overflow-clip p-0">
          <MonitorTable
            ref={table}
            monitors={monitors}
            selection={selection}
            density={density[0]}
            sort={order}
            onSort={list.setSort}
            onSelect={select}
            onSelectShown={selectShown}
            onAct={(action, monitor) => act(action, [monitor])}
          />
          <Foot shown={monitors.length} total={first.total} order={order}>
            {query.hasNextPage ? (
              <Button
                kind="bare"
                size="small"
                isRequest
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                <span className="text-(--accent)">
                  Show {Math.min(100, first.total - monitors.length)} more <span className="sr-only">monitors</span>
                </span>
              </Button>
            ) : null}
          </Foot>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {first && selectedCount(selection) > 0 ? (
          <SelectionBar
            selection={selection}
            total={first.total}
            onSelectAll={() => setSelection({ ...noSelection, allCount: first.total })}
            onClear={() => setSelection(noSelection)}
            onAct={(action) => act(action)}
          />
        ) : null}
      </Suspense>
      {/* Apart, so that the bar stays while the panel loads. */}
      <Suspense fallback={null}>
        {request ? <BulkPanel key={request.action} request={request} websites={websites} onClose={close} /> : null}
      </Suspense>
      <KeyHints />
    </>
  );
}

function useFilter(list: ListState): MonitorFilter {
  const search = useThrottledValue(list.search, searchDelayMs);
  const { facet } = list;
  return useMemo(
    () =>
      filterOf(search, {
        tag: facet('tag'),
        kind: facet('kind'),
        state: facet('state'),
        website: facet('website'),
        interval: facet('interval'),
      }),
    [search, facet],
  );
}

/** A monitor that moved between two pages is in both until the next refresh. */
const withoutTwins = (monitors: readonly ListedMonitor[]): ListedMonitor[] => [
  ...new Map(monitors.map((monitor) => [monitor.id, monitor])).values(),
];

interface FootProps {
  shown: number;
  total: number;
  order: string;
  children: ReactNode;
}

const Foot = ({ shown, total, order, children }: FootProps) => (
  <div className="flex min-h-11 items-center justify-between gap-2 border-t border-(--border) px-3 py-1">
    <span>{children}</span>
    <span className="px-2 text-xs text-(--muted)">
      1 to {shown.toLocaleString('en')} of {total.toLocaleString('en')},{' '}
      {monitorSorts.find(({ value }) => value === order)?.label.toLowerCase()}
    </span>
  </div>
);

const NoMonitors = () => (
  <EmptyState title="No monitors yet" icon={<Radar strokeWidth={1.5} />}>
    Add URLs, network services and heartbeats on the page of a website.
  </EmptyState>
);

const hints: readonly [keys: readonly string[], text: string][] = [
  [['j', 'k'], 'move'],
  [['x'], 'select'],
  [['Shift', 'x'], 'range'],
  [['p'], 'pause'],
  [['m'], 'mute'],
  [['e'], 'edit'],
  [['?'], 'all keys'],
];

const KeyHints = () => (
  <p className="flex flex-wrap gap-4 text-xs text-(--muted) touch:hidden">
    {hints.map(([keys, text]) => (
      <span key={text} className="inline-flex items-center gap-1">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
        {text}
      </span>
    ))}
  </p>
);
