import { useQueries, useQuery } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { shortDuration } from '@upvigil/core/format/short-duration';
import { messages } from '@upvigil/core/texts/messages';
import { minuteMs } from '@upvigil/core/time';
import { type HistoryRangeId, timeRanges, windowOfRange } from '@upvigil/core/time-ranges';
import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import * as queries from '../../../../api/queries.ts';
import { Button } from '../../../../components/basics/button.tsx';
import { controlClass } from '../../../../components/basics/control-class.ts';
import { Spinner } from '../../../../components/basics/spinner.tsx';
import { ChartFrame } from '../../../../components/charts/chart-frame.tsx';
import { seriesLook } from '../../../../components/charts/website-series.ts';
import { type Column, DataTable } from '../../../../components/lists/data-table.tsx';
import { PulseStrip } from '../../../../components/pulse/pulse-strip.tsx';
import { ErrorView } from '../../../../components/states/error-view.tsx';
import { lazyPart } from '../../../../reachability/lazy-part.tsx';
import { type ComparedWebsite, comparedBars, comparedRows, timeDown } from './compared-rows.ts';
import { mostCompared } from './use-compared.ts';

const Plot = lazyPart(async () => ({ default: (await import('./compare-plot.tsx')).ComparePlot }));

const heightPx = 260;
/** Solid, dashed, dotted, so that colour is not needed. */
const looks = [
  seriesLook(0),
  { color: seriesLook(4).color, dash: '6 4' },
  { color: seriesLook(2).color, dash: '2 2.5' },
];
const noAlerts: readonly Alert[] = [];

interface WebsiteComparisonProps {
  ids: readonly number[];
  range: HistoryRangeId;
  /** With no ids the comparison ends. */
  onChange: (ids: readonly number[]) => void;
}

/** Two or three websites on one chart over a range, a strip each, and their figures with the difference. */
export function WebsiteComparison({ ids, range, onChange }: WebsiteComparisonProps) {
  const { data: all = [] } = useQuery(queries.websites());
  const reads = useQueries({ queries: ids.map((id) => queries.websiteHistory(id, range)) });
  const { data: alerts = noAlerts } = useQuery(queries.alerts(timeRanges[range].hours));
  const websites = ids.map((id, at): ComparedWebsite => {
    const look = looks[at] ?? seriesLook(at);
    return { id, name: all.find((one) => one.id === id)?.name ?? `Website ${id}`, ...look, history: reads[at]?.data };
  });
  const failed = reads.find(({ isError, data }) => isError && !data);
  const isReady = websites.every(({ history }) => history !== undefined);
  const now = Math.max(0, ...reads.map(({ dataUpdatedAt }) => dataUpdatedAt)) || Date.now();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Pickers all={all} ids={ids} onChange={onChange} />
      {failed ? (
        <ErrorView
          title="Could not load the comparison"
          message={failed.error?.message ?? ''}
          onRetry={() => void failed.refetch()}
          retryLabel={messages.publicStatus.tryAgain}
          isRetrying={failed.isFetching}
        />
      ) : null}
      {isReady ? <Compared websites={websites} range={range} now={now} alerts={alerts} /> : failed ? null : <Spinner />}
    </div>
  );
}

interface PickersProps extends Pick<WebsiteComparisonProps, 'ids' | 'onChange'> {
  all: readonly { id: number; name: string }[];
}

function Pickers({ all, ids, onChange }: PickersProps) {
  const others = all.filter(({ id }) => !ids.includes(id));
  const [next] = others;
  return (
    <div className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
      <span className="text-(--muted)">Compare</span>
      {ids.map((id, at) => (
        <select
          key={id}
          aria-label={`Website ${at + 1} of the comparison`}
          className={`${controlClass} max-w-56`}
          value={id}
          onChange={({ target }) => onChange(ids.map((one) => (one === id ? Number(target.value) : one)))}
        >
          {all
            .filter((one) => one.id === id || !ids.includes(one.id))
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </select>
      ))}
      {ids.length < mostCompared && next ? (
        <Button
          kind="bare"
          size="small"
          icon={<Plus aria-hidden="true" size={14} />}
          onClick={() => onChange([...ids, next.id])}
        >
          {ids.length === 1 ? 'Add a second' : 'Add a third'}
        </Button>
      ) : null}
      <Button
        kind="bare"
        size="small"
        className="ml-auto"
        icon={<X aria-hidden="true" size={14} />}
        onClick={() => onChange([])}
      >
        End comparison
      </Button>
    </div>
  );
}

interface ComparedProps {
  websites: readonly ComparedWebsite[];
  range: HistoryRangeId;
  now: number;
  alerts: readonly Alert[];
}

function Compared({ websites, range, now, alerts }: ComparedProps) {
  const rows = useMemo(() => comparedRows(websites), [websites]);
  const window = wholeStretches(windowOfRange(range, now), websites[0]?.history?.stretch_minutes ?? 1);
  const medians = websites.map(({ name, history }) => `${name} ${formatSeconds(history?.figures.p50_response_time)}`);
  const summary = `Response times of ${websites.map(({ name }) => name).join(' and ')}. Medians: ${medians.join(', ')}`;
  return (
    <>
      <div className="card grid gap-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
          {websites.map(({ id, name, color, dash }) => (
            <li key={id} className="flex items-center gap-2">
              <LineMark color={color} dash={dash} />
              <span className="font-medium">{name}</span>
              <span className="text-(--muted)">p50, band up to p95</span>
            </li>
          ))}
        </ul>
        <ChartFrame summary={summary} height={heightPx} table={null}>
          <Plot
            summary={summary}
            height={heightPx}
            rows={rows}
            websites={websites}
            from={window.from}
            to={window.to}
            formatValue={formatSeconds}
          />
        </ChartFrame>
        {websites.map(({ id, name, history }) =>
          history ? (
            <div key={id} className="mr-4 ml-14">
              <p className="flex justify-between text-xs">
                <span>{name}</span>
                <span>{formatPercent(history.figures.uptime)}</span>
              </p>
              <PulseStrip bars={comparedBars(history, window.from, window.to)} height={16} barPx={4} />
            </div>
          ) : null,
        )}
      </div>
      <Figures websites={websites} window={window} alerts={alerts} />
    </>
  );
}

/** The axis: from the first whole stretch to the end of the one that runs. */
function wholeStretches({ from, to }: { from: number; to: number }, minutes: number) {
  const width = minutes * minuteMs;
  return { from: Math.ceil(from / width) * width, to: Math.ceil(to / width) * width };
}

const LineMark = ({ color, dash }: { color: string; dash: string }) => (
  <svg aria-hidden="true" className="forced-color-adjust-none" width="22" height="6" viewBox="0 0 22 6">
    <path d="M0 3h22" fill="none" stroke={color} strokeWidth="2" strokeDasharray={dash} />
  </svg>
);

interface FigureRow {
  key: string;
  name: string;
  uptime: string;
  p50: string;
  p95: string;
  down: string;
  outages: string;
}

interface FiguresProps extends Pick<ComparedProps, 'websites' | 'alerts'> {
  window: { from: number; to: number };
}

function Figures({ websites, window, alerts }: FiguresProps) {
  const rows = websites.flatMap(({ id, name, history }) => {
    if (!history) return [];
    const { uptime, p50_response_time: p50, p95_response_time: p95 } = history.figures;
    return [{ id, name, uptime, p50, p95, ...timeDown(alerts, id, window) }];
  });
  const shown: FigureRow[] = rows.map((row) => ({
    key: String(row.id),
    name: row.name,
    uptime: formatPercent(row.uptime),
    p50: formatSeconds(row.p50),
    p95: formatSeconds(row.p95),
    down: row.ms > 0 ? shortDuration(row.ms) : '0',
    outages: String(row.outages),
  }));
  const [one, other] = rows;
  const apart = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.abs(a - b));
  if (rows.length === 2 && one && other) {
    const ms = Math.abs(one.ms - other.ms);
    shown.push({
      key: 'difference',
      name: 'Difference',
      uptime: apart(one.uptime, other.uptime)?.toFixed(2) ?? 'N/A',
      p50: formatSeconds(apart(one.p50, other.p50)),
      p95: formatSeconds(apart(one.p95, other.p95)),
      down: ms > 0 ? shortDuration(ms) : '0',
      outages: String(Math.abs(one.outages - other.outages)),
    });
  }
  return (
    <div className="card py-1">
      <DataTable caption="Compared websites" columns={columns} rows={shown} rowKey={({ key }) => key} />
    </div>
  );
}

const columns: readonly Column<FigureRow>[] = [
  { id: 'name', header: 'Website', cell: ({ name }) => name },
  { id: 'uptime', header: 'Uptime', align: 'end', cell: ({ uptime }) => uptime },
  { id: 'p50', header: 'p50', align: 'end', cell: ({ p50 }) => p50 },
  { id: 'p95', header: 'p95', align: 'end', cell: ({ p95 }) => p95 },
  { id: 'down', header: 'Time down', align: 'end', cell: ({ down }) => down },
  { id: 'outages', header: 'Outages', align: 'end', cell: ({ outages }) => outages },
];
