import type { LatencyHistory } from '@upvigil/core/contract/checks';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { durationSoFar } from '@upvigil/core/format/short-duration';
import { lazy, memo, useMemo } from 'react';
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
  stretchBars,
  stretchMs,
} from './latency-points.ts';

const Plot = lazy(async () => ({ default: (await import('./latency-plot.tsx')).LatencyPlot }));

interface LatencyChartProps {
  /** In steps of 15 minutes. */
  history: LatencyHistory;
  /** Name of the monitor, part of the accessible name. */
  of: string;
  kind: MonitorKind;
  /** Slow threshold in seconds. */
  threshold: number;
  hours: number;
  until: number;
  /** Check interval in seconds. */
  interval: number;
  /** Outages known from alerts, in addition to steps in which every check failed. */
  outages?: readonly { from: number | null; to: number | null; isOpen: boolean }[] | undefined;
  /** Maintenance and deployment marks within the range. */
  events?: ChartEvents | undefined;
}

const heightPx = 190;
/** Width of a bar of the strip. */
const barPx = 4;

/** Response times of the last hours, and below them a strip of outages on the same time axis. */
export const LatencyChart = memo(function LatencyChart(props: LatencyChartProps) {
  const { history, of, kind, threshold, hours, until, interval, outages: alerted, events = noEvents } = props;
  const points = useMemo(() => latencyPoints(history, interval), [history, interval]);
  const to = Math.ceil(until / stretchMs) * stretchMs;
  const from = to - hours * 3_600_000;
  const bars = useMemo(() => stretchBars(points, from, to), [points, from, to]);
  const outages = useMemo(
    () => joinOutages(outagesOf(points), outagesIn(alerted ?? [], from, to)),
    [points, alerted, from, to],
  );
  const seen = useMemo(() => onAxis(events, from, to), [events, from, to]);
  const speak = (seconds: number | null) => formatResponseTime(kind, seconds);
  const name = `Times of ${of}`;
  const summary = summarize(name, points, speak);
  return (
    <div className="min-w-0">
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-xs text-(--muted)">
        <p>Median of 15 minutes with the band from the 5th to the 95th percentile</p>
        <Key hasOutage={outages.length > 0} hasMaintenance={seen.runs.length > 0} />
      </div>
      <ChartFrame
        summary={summary}
        height={heightPx}
        table={
          <>
            {/* The margins match the plot, so that the first bar is below the middle of the first step. */}
            <div className="mt-1 mr-4 ml-14">
              <div style={{ paddingInline: `calc(${50 / bars.length}% - ${barPx / 2}px)` }}>
                <PulseStrip bars={bars} height={16} barPx={barPx} />
              </div>
            </div>
            <DataDisclosure name={name} read={() => ({ ...tableOf(name, points, speak), notes: events.notes })} />
          </>
        }
      >
        <Plot
          summary={summary}
          points={points}
          outages={outages}
          from={from}
          to={to}
          threshold={threshold}
          speak={speak}
          events={seen}
          lasting={lastingWords(alerted ?? [], until)}
          height={heightPx}
          unit={kind === 'ICMP_PING' ? 'ms' : 's'}
        />
      </ChartFrame>
    </div>
  );
});

/** Legend of the shaded areas of the plot. */
const Key = ({ hasOutage, hasMaintenance }: { hasOutage: boolean; hasMaintenance: boolean }) => (
  <div className="flex gap-x-4 empty:hidden">
    {hasOutage ? (
      <p className="flex items-center gap-1.5">
        <StateDot tone="down" />
        outage
      </p>
    ) : null}
    {hasMaintenance ? (
      <p className="flex items-center gap-1.5">
        <Hatch />
        maintenance
      </p>
    ) : null}
  </div>
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

type Speak = (seconds: number | null) => string;

function summarize(name: string, points: readonly LatencyPoint[], speak: Speak): string {
  const medians = points.flatMap(({ median }) => (median === null ? [] : [median]));
  const failed = points.reduce((sum, { failures }) => sum + failures, 0);
  if (medians.length === 0) return `${name}: no data`;
  return `${name}: median from ${speak(Math.min(...medians))} to ${speak(Math.max(...medians))}, ${failed} failed`;
}

const tableOf = (name: string, points: readonly LatencyPoint[], speak: Speak) => ({
  caption: name,
  head: ['Time', 'Median', '95th percentile', 'Checks', 'Failed'],
  rows: points
    .filter(({ checks }) => checks > 0)
    .map(({ at, median, band, checks, failures }) => ({
      key: String(at),
      cells: [
        formatTime(at - stretchMs / 2, 'dateTime'),
        speak(median),
        speak(band?.[1] ?? null),
        String(checks),
        String(failures),
      ],
    })),
});
