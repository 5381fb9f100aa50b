import { useQuery } from '@tanstack/react-query';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { Network, Plus } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import * as queries from '../../../api/queries.ts';
import { Button } from '../../../components/basics/button.tsx';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { ListToolbar } from '../../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { StatusSegments } from '../../../components/lists/status-segments.tsx';
import { useListState } from '../../../components/lists/use-list-state.ts';
import { DensityToggle } from '../../../components/rows/density-toggle.tsx';
import { useDensity } from '../../../components/rows/use-density.ts';
import { useOpenRow } from '../../../components/rows/use-open-row.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { useEditedMonitor } from '../../../monitors/use-edited-monitor.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { findMonitors, networkSorts, networkStateOptions } from './network-order.ts';
import { NetworkTable } from './network-table.tsx';
import { type NetworkActions, useNetworkActions } from './use-network-actions.ts';

const MonitorFormDialog = lazyPart(async () => ({
  default: (await import('./monitor-form-dialog.tsx')).MonitorFormDialog,
}));
const MonitorStatsDialog = lazyPart(async () => ({
  default: (await import('./monitor-stats-dialog.tsx')).MonitorStatsDialog,
}));

/** Network monitors of a website. The address contains the monitor with open statistics. */
export function NetworkPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.networkMonitorsOfWebsite(websiteId));
  const actions = useNetworkActions(websiteId);
  const form = useEditedMonitor<NetworkMonitor>(query.data);
  const { edited, copied } = form;
  const [measuredId, toggleStats] = useOpenRow();
  const measured = query.data?.find(({ id }) => id === measuredId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the network monitors">
        <Skeleton height={160} />
      </LoadState>
      {query.data ? (
        <MonitorList
          monitors={query.data}
          actions={actions}
          onEdit={form.edit}
          onDuplicate={form.duplicate}
          onStats={toggleStats}
        />
      ) : null}
      <Suspense fallback={null}>
        {edited === undefined ? null : (
          <MonitorFormDialog
            monitor={edited}
            copied={copied}
            save={(input) => actions.save(edited, input, copied)}
            onClose={form.close}
          />
        )}
        {measured ? <MonitorStatsDialog monitor={measured} onClose={() => toggleStats(measured.id)} /> : null}
      </Suspense>
    </div>
  );
}

interface MonitorListProps {
  monitors: readonly NetworkMonitor[];
  actions: NetworkActions;
  /** Null: a new monitor. */
  onEdit: (monitor: NetworkMonitor | null) => void;
  onDuplicate: (monitor: NetworkMonitor) => void;
  onStats: (id: number) => void;
}

const facets = { status: 'all' };

function MonitorList({ monitors, actions, onEdit, onDuplicate, onStats }: MonitorListProps) {
  const list = useListState({ facets, defaultSort: 'issues' });
  const [density, setDensity] = useDensity();
  const status = list.facet('status');
  const found = useMemo(
    () => findMonitors(monitors, list.deferredSearch, status, list.sort),
    [monitors, list.deferredSearch, status, list.sort],
  );
  const shown = useShownRows(found);
  const options = useMemo(() => networkStateOptions(monitors), [monitors]);
  const add = () => onEdit(null);
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
            actions={actions}
            onStats={onStats}
            onEdit={onEdit}
            onDuplicate={onDuplicate}
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
