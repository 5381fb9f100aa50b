import type { LatencyHistory } from '@upvigil/core/contract/checks';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import type { MonitorKind } from '@upvigil/core/monitor-kinds/registry';
import { lazy, memo, useMemo } from 'react';
import { PulseStrip } from '../../pulse/pulse-strip.tsx';
import { formatTime } from '../../time/time-format.ts';
import { ChartFrame } from '../chart-frame.tsx';
import { DataDisclosure } from '../data-disclosure.tsx';
import { type LatencyPoint, latencyPoints, outagesOf, stretchBars, stretchMs } from './latency-points.ts';

const Plot = lazy(async () => ({ default: (await import('./latency-plot.tsx')).LatencyPlot }));

interface LatencyChartProps {
  /** In stretches of 15 minutes. */
  history: LatencyHistory;
  /** Whose; part of its name for screen readers. */
  of: string;
  kind: MonitorKind;
  /** In seconds: what is slower counts as slow. */
  threshold: number;
  hours: number;
  /** End of the axis in ms since the epoch, normally now. */
  until: number;
}

const heightPx = 190;

/** How fast something answered in the last hours, and below it, on the same axis, when it failed. */
export const LatencyChart = memo(function LatencyChart(props: LatencyChartProps) {
  const { history, of, kind, threshold, hours, until } = props;
  const points = useMemo(() => latencyPoints(history), [history]);
  const to = Math.ceil(until / stretchMs) * stretchMs;
  const from = to - hours * 3_600_000;
  const bars = useMemo(() => stretchBars(points, from, to), [points, from, to]);
  const outages = useMemo(() => outagesOf(points), [points]);
  const speak = (seconds: number | null) => formatResponseTime(kind, seconds);
  const name = `Times of ${of}`;
  const summary = summarize(name, points, speak);
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-(--muted)">
        Median of 15 minutes with the band from the 5th to the 95th percentile
      </p>
      <ChartFrame
        summary={summary}
        height={heightPx}
        table={
          <>
            <div className="mt-1 mr-3 ml-11">
              <PulseStrip bars={bars} height={16} barPx={4} />
            </div>
            <DataDisclosure name={name} read={() => tableOf(name, points, speak)} />
          </>
        }
      >
        <Plot
          {...{ summary, points, outages, from, to, threshold, speak }}
          height={heightPx}
          unit={kind === 'ICMP_PING' ? 'ms' : 's'}
        />
      </ChartFrame>
    </div>
  );
});

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
