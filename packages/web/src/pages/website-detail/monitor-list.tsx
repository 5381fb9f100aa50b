import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../components/basics/button.tsx';
import type { ListState } from '../../components/lists/list-state.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import type { StatusOption } from '../../components/lists/status-options.ts';
import { StatusSegments } from '../../components/lists/status-segments.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import type { Density } from '../../components/rows/data-row.tsx';
import { DensityToggle } from '../../components/rows/density-toggle.tsx';
import { useDensity } from '../../components/rows/use-density.ts';
import { NoMatch } from '../../components/states/empty-state.tsx';

interface MonitorListProps<Monitor> {
  monitors: readonly Monitor[];
  /** 'network monitor' */
  noun: string;
  sorts: readonly { value: string; label: string }[];
  /** `status`: 'all' or one of the options. */
  find: (monitors: readonly Monitor[], search: string, status: string, sort: string) => Monitor[];
  statusOptions: (monitors: readonly Monitor[]) => StatusOption[];
  /** The open row, which is always shown. */
  openId?: number | null;
  /** Label of the button. */
  add: string;
  onAdd: () => void;
  children: (rows: readonly Monitor[], list: ListState, density: Density) => ReactNode;
}

const facets = { status: 'all' };

/** Monitors of one kind, with search, a filter by state and sorting. */
export function MonitorList<Monitor extends { id: number }>({
  monitors,
  noun,
  sorts,
  find,
  statusOptions,
  openId,
  add,
  onAdd,
  children,
}: MonitorListProps<Monitor>) {
  const list = useListState({ facets, defaultSort: 'issues' });
  const [density, setDensity] = useDensity();
  const status = list.facet('status');
  const found = useMemo(
    () => find(monitors, list.deferredSearch, status, list.sort),
    [find, monitors, list.deferredSearch, status, list.sort],
  );
  const shown = useShownRows(found, { atLeast: found.findIndex(({ id }) => id === openId) + 1 });
  const options = useMemo(() => statusOptions(monitors), [statusOptions, monitors]);
  const plural = `${noun}s`;
  return (
    <>
      <ListToolbar
        noun={plural}
        state={list}
        facets={[{ name: 'status', label: 'Status', options, className: 'xl:hidden' }]}
        filter={
          <StatusSegments
            label={`${plural.charAt(0).toUpperCase()}${plural.slice(1)} by status`}
            options={options}
            selected={status}
            onSelect={(value) => list.setFacet('status', value)}
          />
        }
        sorts={sorts}
        shown={found.length}
        total={monitors.length}
      >
        <DensityToggle density={density} onChange={setDensity} />
        <Button kind="primary" className="max-sm:w-full" icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd}>
          {add}
        </Button>
      </ListToolbar>
      {found.length === 0 ? (
        <NoMatch title={`No ${noun} matches the filters`} onClear={list.reset} />
      ) : (
        <div className="card overflow-clip p-0">{children(shown.rows, list, density)}</div>
      )}
      <ShowMore shown={shown} noun={plural} />
    </>
  );
}
