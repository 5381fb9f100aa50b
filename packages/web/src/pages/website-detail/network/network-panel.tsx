import { useQuery } from '@tanstack/react-query';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { Network } from 'lucide-react';
import { Suspense } from 'react';
import * as queries from '../../../api/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { useOpenRow } from '../../../components/rows/use-open-row.ts';
import { NothingYet } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { useEditedMonitor } from '../../../monitors/use-edited-monitor.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { MonitorList } from '../monitor-list.tsx';
import { findMonitors, networkSorts, networkStateOptions } from './network-order.ts';
import { NetworkTable } from './network-table.tsx';
import { useNetworkActions } from './use-network-actions.ts';

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
  const add = () => form.edit(null);
  const [measuredId, toggleStats] = useOpenRow();
  const measured = query.data?.find(({ id }) => id === measuredId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the network monitors">
        <Skeleton height={160} />
      </LoadState>
      {query.data?.length === 0 ? (
        <NothingYet
          title={networkMonitorMessages.none}
          icon={<Network strokeWidth={1.5} />}
          add="Add Monitor"
          onAdd={add}
        />
      ) : null}
      {query.data?.length ? (
        <MonitorList
          monitors={query.data}
          noun="network monitor"
          sorts={networkSorts}
          find={findMonitors}
          statusOptions={networkStateOptions}
          add="Add Monitor"
          onAdd={add}
        >
          {(monitors, { sort, setSort }, density) => (
            <NetworkTable
              monitors={monitors}
              density={density}
              sort={sort}
              onSort={setSort}
              actions={actions}
              onStats={toggleStats}
              onEdit={form.edit}
              onDuplicate={form.duplicate}
            />
          )}
        </MonitorList>
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
