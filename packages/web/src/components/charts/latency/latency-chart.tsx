import type { LatencyHistory } from '@upvigil/core/contract/checks';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { memo, type ReactNode, useMemo } from 'react';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { PulseStrip } from '../../pulse/pulse-strip.tsx';
import { formatTime } from '../../time/time-format.ts';
import { StateDot } from '../../tones/state-dot.tsx';
import { ChartFrame } from '../chart-frame.tsx';
import { DataDisclosure } from '../data-disclosure.tsx';
import { type ChartEvents, noEvents, onAxis } from '../plots/chart-events.ts';
import {
  joinOutages,
  type LatencyPoint,
  latencyPoints,
  type Outage,
  outagesOf,
  slowPeriods,
  stretchBars,
} from './latency-points.ts';

const Plot = lazyPart(async () => ({ default: (await import('./latency-plot.tsx')).LatencyPlot }));

interface LatencyChartProps {
  /** In the stretches of the window. */
  history: LatencyHistory;
  /** Name of the monitor, part of the accessible name. */
  of: string;
  kind: MonitorKind;
  /** Slow threshold in seconds. */
  threshold: number;
  window: TimeWindow;
  /** Check interval in seconds. */
  interval: number;
  /** Outages known from alerts, in addition to steps in which every check failed. */
  outages?: readonly { from: number | null; to: number | null; isOpen: boolean }[] | undefined;
  /** Maintenance and deployment marks within the range. */
  events?: ChartEvents | undefined;
}

const heightPx = 216;
/** Width of a bar of the strip. */
const barPx = 4;

/** Response times of the last hours, and below them a strip of outages on the same time axis. */
export const LatencyChart = memo(function LatencyChart(props: LatencyChartProps) {
  const { history, of, kind, threshold, window, interval, outages: alerted, events = noEvents } = props;
  const { bucketMs } = window;
  const points = useMemo(() => latencyPoints(history, interval, bucketMs), [history, interval, bucketMs]);
  const to = Math.ceil(window.to / bucketMs) * bucketMs;
  const from = Math.ceil(window.from / bucketMs) * bucketMs;
  const bars = useMemo(() => stretchBars(points, { from, to, bucketMs }), [points, from, to, bucketMs]);
  const outages = useMemo(
    () => joinOutages(outagesOf(points, bucketMs), outagesIn(alerted ?? [], from, to)),
    [points, bucketMs, alerted, from, to],
  );
  const slow = useMemo(() => slowPeriods(points, bucketMs), [points, bucketMs]);
  const seen = useMemo(() => onAxis(events, from, to), [events, from, to]);
  const formatValue = (seconds: number | null) => formatResponseTime(kind, seconds);
  const name = `Response times of ${of}`;
  const summary = summarize(name, points, formatValue);
  return (
    <div className="min-w-0">
      <Key hasSlow={slow.length > 0} hasOutage={outages.length > 0} events={seen} />
      <ChartFrame
        summary={summary}
        height={heightPx}
        table={
          <>
            {/* The margins match the plot, so that the first bar is below the middle of the first step. */}
            <div className="mt-1 mr-4 ml-14">
              <div style={{ paddingInline: `calc(${50 / Math.max(1, bars.length)}% - ${barPx / 2}px)` }}>
                <PulseStrip bars={bars} height={16} barPx={barPx} />
              </div>
            </div>
            <DataDisclosure
              name={name}
              read={() => ({ ...tableOf(name, points, bucketMs, formatValue), notes: events.notes })}
            />
          </>
        }
      >
        <Plot
          summary={summary}
          points={points}
          outages={outages}
          slow={slow}
          from={from}
          to={to}
          bucketMs={bucketMs}
          threshold={threshold}
          formatValue={formatValue}
          events={seen}
          lasting={lastingWords(alerted ?? [], window.to)}
          height={heightPx}
          unit={kind === 'ICMP_PING' ? 'ms' : 's'}
        />
      </ChartFrame>
    </div>
  );
});

interface KeyProps {
  hasSlow: boolean;
  hasOutage: boolean;
  events: ChartEvents;
}

/** Legend of the lines and areas that the plot has. */
const Key = ({ hasSlow, hasOutage, events }: KeyProps) => (
  <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-(--muted)">
    <KeyItem name="p50, median">
      <path d="M0 5h14" stroke="var(--accent)" strokeWidth="2" />
    </KeyItem>
    <KeyItem name="up to p95">
      <path d="M0 1.5h14v8H0z" fill="var(--accent)" fillOpacity="0.16" />
      <path d="M0 1.5h14" stroke="var(--accent)" strokeOpacity="0.6" />
    </KeyItem>
    {hasSlow ? (
      <KeyItem name="slow">
        <path d="M0 1.5h14v8H0z" fill="var(--warn-g)" fillOpacity="0.28" />
        <path d="M0 1.5h14" stroke="var(--warn-g)" strokeWidth="1.5" />
      </KeyItem>
    ) : null}
    {hasOutage ? (
      <li className="flex items-center gap-1.5">
        <StateDot tone="down" />
        outage
      </li>
    ) : null}
    {events.runs.length > 0 ? (
      <li className="flex items-center gap-1.5">
        <Hatch />
        maintenance
      </li>
    ) : null}
    {events.marks.length > 0 ? (
      <KeyItem name="deployment">
        <path d="M7 0v10" stroke="var(--accent)" strokeDasharray="1.5 2" strokeWidth="1.5" />
      </KeyItem>
    ) : null}
  </ul>
);

const KeyItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <svg aria-hidden="true" className="forced-color-adjust-none" width="14" height="10" viewBox="0 0 14 10">
      {children}
    </svg>
    {name}
  </li>
);

const Hatch = () => (
  <svg aria-hidden="true" width="12" height="10" viewBox="0 0 12 10">
    <path d="M0 9 9 0M4 10l8-8" stroke="var(--maintenance-g)" strokeWidth="1.5" />
  </svg>
);

type AlertedOutages = NonNullable<LatencyChartProps['outages']>;

const outagesIn = (alerted: AlertedOutages, from: number, to: number): Outage[] =>
  alerted
    .map((outage) => ({ from: outage.from ?? from, to: outage.to ?? (outage.isOpen ? to : (outage.from ?? from)) }))
    .filter((outage) => outage.to >= from);

function lastingWords(alerted: AlertedOutages, until: number): string | null {
  const since = alerted.find(({ isOpen }) => isOpen)?.from ?? null;
  return since === null ? null : `down ${durationSoFar(until - since)}`;
}

type FormatValue = (seconds: number | null) => string;

function summarize(name: string, points: readonly LatencyPoint[], formatValue: FormatValue): string {
  const medians = points.flatMap(({ median }) => (median === null ? [] : [median]));
  const failed = points.reduce((sum, { failures }) => sum + failures, 0);
  if (medians.length === 0) return `${name}: no data`;
  return `${name}: median from ${formatValue(Math.min(...medians))} to ${formatValue(Math.max(...medians))}, ${failed} failed`;
}

const tableOf = (name: string, points: readonly LatencyPoint[], bucketMs: number, formatValue: FormatValue) => ({
  caption: name,
  head: ['Time', 'Median', '95th percentile', 'Checks', 'Failed', 'Slow'],
  rows: points
    .filter(({ checks }) => checks > 0)
    .map(({ at, median, band, checks, failures, slow }) => ({
      key: String(at),
      cells: [
        formatTime(at - bucketMs / 2, 'dateTime'),
        formatValue(median),
        formatValue(band?.[1] ?? null),
        String(checks),
        String(failures),
        String(slow),
      ],
    })),
});
