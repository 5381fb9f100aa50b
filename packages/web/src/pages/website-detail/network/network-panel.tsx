import { useQuery } from '@tanstack/react-query';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { networkMonitorMessages } from '@upvigil/core/page-messages/monitors';
import { Network, Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { ListToolbar } from '../../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { useListState } from '../../../components/lists/use-list-state.ts';
import { DensityToggle } from '../../../components/rows/density-toggle.tsx';
import { useDensity } from '../../../components/rows/use-density.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { StatusSegments } from '../status-segments.tsx';
import { findMonitors, networkSorts, networkStateOptions } from './network-order.ts';
import { NetworkTable } from './network-table.tsx';
import { type NetworkActions, useNetworkActions } from './use-network-actions.ts';

const MonitorFormDialog = lazy(async () => ({
  default: (await import('./monitor-form-dialog.tsx')).MonitorFormDialog,
}));
const MonitorStatsDialog = lazy(async () => ({
  default: (await import('./monitor-stats-dialog.tsx')).MonitorStatsDialog,
}));

/** What is open over the list: nothing, the form (null: a new monitor) or the statistics of a monitor. */
type Open = { form: NetworkMonitor | null } | { statsOf: number } | null;

/** The network monitors of a website. */
export function NetworkPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.networkMonitorsOfWebsite(websiteId));
  const actions = useNetworkActions(websiteId);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const measured = open && 'statsOf' in open ? query.data?.find(({ id }) => id === open.statsOf) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the network monitors">
        <Skeleton height={160} />
      </LoadState>
      {query.data ? <MonitorList monitors={query.data} actions={actions} onOpen={setOpen} /> : null}
      <Suspense fallback={null}>
        {open && 'form' in open ? (
          <MonitorFormDialog
            monitor={open.form}
            save={async (input) => {
              await actions.save(open.form, input);
              close();
            }}
            onClose={close}
          />
        ) : null}
        {measured ? <MonitorStatsDialog monitor={measured} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

interface MonitorListProps {
  monitors: readonly NetworkMonitor[];
  actions: NetworkActions;
  onOpen: (open: Open) => void;
}

const facets = { status: 'all' };

function MonitorList({ monitors, actions, onOpen }: MonitorListProps) {
  const list = useListState({ facets, defaultSort: 'issues' });
  const [density, setDensity] = useDensity();
  const status = list.facet('status');
  const found = useMemo(
    () => findMonitors(monitors, list.deferredSearch, status, list.sort),
    [monitors, list.deferredSearch, status, list.sort],
  );
  const shown = useShownRows(found);
  const options = useMemo(() => networkStateOptions(monitors), [monitors]);
  // The same functions as long as the list is: rows are not drawn anew for new ones.
  const onStats = useCallback(({ id }: NetworkMonitor) => onOpen({ statsOf: id }), [onOpen]);
  const onEdit = useCallback((monitor: NetworkMonitor) => onOpen({ form: monitor }), [onOpen]);
  const add = () => onOpen({ form: null });
  if (monitors.length === 0) return <NoMonitors onAdd={add} />;
  return (
    <>
      <ListToolbar
        noun="network monitors"
        state={list}
        facets={[{ name: 'status', label: 'Status', options, className: 'xl:hidden' }]}
        filter={
          <StatusSegments
            label="Network monitors by status"
            options={options}
            selected={status}
            onSelect={(value) => list.setFacet('status', value)}
          />
        }
        sorts={networkSorts}
        shown={found.length}
        total={monitors.length}
      >
        <DensityToggle density={density} onChange={setDensity} />
        <Button kind="primary" className="max-sm:w-full" icon={<Plus aria-hidden="true" size={16} />} onClick={add}>
          Add Monitor
        </Button>
      </ListToolbar>
      {found.length === 0 ? (
        <EmptyState
          title="No network monitor matches the filters"
          action={<Button onClick={list.reset}>Clear filters</Button>}
        />
      ) : (
        <div className="card overflow-clip p-0">
          <NetworkTable
            monitors={shown.rows}
            density={density}
            sort={list.sort}
            onSort={list.setSort}
            {...{ actions, onStats, onEdit }}
          />
        </div>
      )}
      <ShowMore shown={shown} noun="network monitors" />
    </>
  );
}

const NoMonitors = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title={networkMonitorMessages.none}
    icon={<Network strokeWidth={1.5} />}
    action={
      <Button kind="primary" onClick={onAdd}>
        Add Monitor
      </Button>
    }
  />
);
