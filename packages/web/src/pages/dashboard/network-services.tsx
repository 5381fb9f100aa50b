import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import { type MonitorState, serviceState, serviceStateBadge, stateBadges } from '@upvigil/core/status/monitor-state';
import type { Tone } from '@upvigil/core/status/tone';
import { memo, useMemo } from 'react';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { type Column, DataTable } from '../../components/lists/data-table.tsx';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { statusOptions } from '../../components/lists/status-options.ts';
import { useListState } from '../../components/lists/use-list-state.ts';
import { CheckStrip } from '../../components/pulse/check-strip.tsx';
import { NoMatch } from '../../components/states/empty-state.tsx';
import { Elapsed } from '../../components/time/elapsed.tsx';
import { Badge } from '../../components/tones/badge.tsx';
import { UptimeFigure } from '../../components/uptime/uptime-figure.tsx';

const facets = { status: 'all' };
const issuesFirst = 'issues';
const noun = 'network services';

const columns: readonly Column<NetworkStat>[] = [
  { id: 'name', header: 'Service', cell: (stat) => stat.name, sorts: ['name', '-name'] },
  {
    id: 'status',
    header: 'Status',
    cell: (stat) => <StateOf stat={stat} />,
    sorts: [issuesFirst, '-issues'],
    unlabelled: true,
  },
  { id: 'type', header: 'Type', cell: (stat) => kindLabel(stat.monitor_type) },
  {
    id: 'host',
    header: 'Host',
    cell: (stat) => formatHostPort(stat.host, stat.port),
  },
  {
    id: 'website',
    header: 'Website',
    cell: (stat) => <a href={`/websites/${stat.website_id}`}>{stat.website_name}</a>,
    sorts: ['website', '-website'],
  },
  {
    id: 'checks',
    header: 'Last checks',
    cell: (stat) => <LastChecks stat={stat} />,
    unlabelled: true,
  },
  {
    id: 'uptime',
    header: 'Uptime',
    cell: (stat) => <UptimeFigure percent={stat.uptime_percentage} coverage={stat.coverage} />,
    sorts: ['uptime', '-uptime'],
    align: 'end',
  },
  {
    id: 'response',
    header: 'Response',
    cell: (stat) => <Elapsed seconds={stat.response_time} kind={stat.monitor_type} />,
    sorts: ['response', '-response'],
    align: 'end',
  },
];

/** CSS grid tracks: `fr` for names and addresses, `rem` for columns with a known longest text, such as '12,345 ms'. */
const tracks = '4fr 6.5rem 6.5rem 4fr 4fr minmax(7rem,5fr) 5.5rem 6rem';

function LastChecks({ stat }: { stat: NetworkStat }) {
  const { name, recent_checks, response_time_threshold } = stat;
  if (!recent_checks?.states || response_time_threshold === undefined) return null;
  return (
    <div className="max-md:w-52">
      <CheckStrip of={name} checks={recent_checks} threshold={response_time_threshold} height={20} />
    </div>
  );
}

function StateOf({ stat }: { stat: NetworkStat }) {
  const { label, tone } = serviceStateBadge(stat);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Every network service with search, state filter and sorting; services that are down come first. */
export const NetworkServices = memo(function NetworkServices({ stats }: { stats: readonly NetworkStat[] }) {
  const list = useListState({ prefix: 's-', facets, defaultSort: issuesFirst });
  const ref = usePlainLinks<HTMLElement>();
  const search = list.deferredSearch.trim().toLowerCase();
  const status = list.facet('status');
  const sorted = useMemo(() => sortStats(stats, list.sort), [stats, list.sort]);
  const matching = useMemo(() => filterStats(sorted, status, search), [sorted, status, search]);
  const statusOptions = useMemo(() => statusOptionsOf(stats), [stats]);
  const shown = useShownRows(matching);
  return (
    <section ref={ref} className="card" aria-labelledby="network-services">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="network-services" className="text-[0.9375rem] leading-5">
          Network Services Status
        </h2>
        <ListToolbar
          noun={noun}
          state={list}
          facets={[{ name: 'status', label: 'Status', options: statusOptions }]}
          sorts={sortOptions}
          shown={matching.length}
          total={stats.length}
        />
      </div>
      {matching.length > 0 ? (
        <DataTable
          caption="Network Services Status"
          columns={columns}
          tracks={tracks}
          rows={shown.rows}
          rowKey={(stat) => stat.monitor_id}
          sort={list.sort}
          onSort={list.setSort}
        />
      ) : null}
      {stats.length === 0 ? <p className="text-(--muted)">No network services are monitored yet.</p> : null}
      {stats.length > 0 && matching.length === 0 ? (
        <NoMatch title="No network service matches the filters" onClear={list.reset} />
      ) : null}
      <ShowMore shown={shown} noun={noun} />
    </section>
  );
});

const sortOptions = [
  { value: issuesFirst, label: 'Issues first' },
  { value: '-issues', label: 'Issues last' },
  { value: 'name', label: 'Name' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'website', label: 'Website' },
  { value: '-website', label: 'Website, Z to A' },
  { value: 'uptime', label: 'Lowest uptime' },
  { value: '-uptime', label: 'Highest uptime' },
  { value: 'response', label: 'Fastest' },
  { value: '-response', label: 'Slowest' },
];

const stateRank: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };
type Compare = (a: NetworkStat, b: NetworkStat) => number;
const byName: Compare = (a, b) => a.name.localeCompare(b.name);
/** Missing values are last in both directions. */
const byFigure =
  (figure: (stat: NetworkStat) => number | null, direction: 1 | -1): Compare =>
  (a, b) => {
    const x = figure(a);
    const y = figure(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return (x - y) * direction;
  };
const comparisons: Record<string, (direction: 1 | -1) => Compare> = {
  issues: (direction) => (a, b) =>
    (stateRank[serviceStateBadge(a).tone] - stateRank[serviceStateBadge(b).tone]) * direction,
  name: (direction) => (a, b) => byName(a, b) * direction,
  website: (direction) => (a, b) => a.website_name.localeCompare(b.website_name) * direction,
  uptime: (direction) => byFigure((stat) => stat.uptime_percentage, direction),
  response: (direction) => byFigure((stat) => stat.response_time, direction),
};

function sortStats(stats: readonly NetworkStat[], sort: string): NetworkStat[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (comparisons[sort.replace('-', '')] ?? comparisons.issues)?.(direction) ?? byName;
  return [...stats].sort((a, b) => compare(a, b) || byName(a, b));
}

const filterStats = (stats: readonly NetworkStat[], status: string, search: string): readonly NetworkStat[] =>
  stats.filter(
    (stat) =>
      (status === 'all' || serviceState(stat) === status) &&
      (search === '' || `${stat.name} ${stat.host} ${stat.website_name}`.toLowerCase().includes(search)),
  );

const filterStates = ['up', 'slow', 'down', 'unknown', 'disabled'] as const satisfies readonly MonitorState[];

const statusOptionsOf = (stats: readonly NetworkStat[]) =>
  statusOptions(
    stats.map(serviceState),
    filterStates.map((state) => ({ ...stateBadges[state], value: state })),
  );
