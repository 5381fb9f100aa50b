import { formatResponseTime } from '@upvigil/core/format/response-time';
import { lazy, memo, useMemo } from 'react';
import { formatTime } from '../time/time-format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataDisclosure } from './data-disclosure.tsx';
import { breakAtGaps, type ChartPoint, findGaps, type Spread, spreadOf } from './plots/chart-scale.ts';

const Plot = lazy(async () => ({ default: (await import('./plots/response-time-plot.tsx')).ResponseTimePlot }));

export interface ResponseTimeChartProps {
  /** Oldest first, values in seconds. */
  points: readonly ChartPoint[];
  /** Visible title, e.g. 'Load Time History'. */
  label: string;
  /** The monitor that it is about; part of its name for screen readers. */
  of: string;
  /** In px. */
  height: number;
  unit: 's' | 'ms';
  /** Samples further apart than this are a gap. */
  gapSeconds: number;
  /** End of the axis in ms since the epoch, normally now. */
  until: number;
  /** Slow threshold in seconds: a dashed line. */
  threshold?: number;
}

/** Response time over time: y from 0, linear, gaps left as gaps, failed checks marked, figures as a table below. */
export const ResponseTimeChart = memo(function ResponseTimeChart(props: ResponseTimeChartProps) {
  const { points, label, of, height, unit, gapSeconds, until, threshold } = props;
  const drawing = useMemo(() => prepare(points, gapSeconds, until), [points, gapSeconds, until]);
  const speak = (seconds: number | null) => formatResponseTime(unit === 'ms' ? 'ICMP_PING' : 'URL', seconds);
  const { spread } = drawing;
  return (
    <div className="min-w-0">
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-xs">
        <span>{label}</span>
        {spread ? (
          <span className="text-(--muted)">
            min {speak(spread.min)} avg {speak(spread.average)} max {speak(spread.max)}
          </span>
        ) : null}
      </div>
      <ChartFrame
        summary={summarize(`${label} of ${of}`, spread, drawing.gaps.length, speak)}
        height={height}
        table={
          <DataDisclosure
            name={`${label} of ${of}`}
            read={() => ({
              caption: `${label} of ${of}`,
              head: ['Time', label],
              rows: points.map((point) => ({
                key: point.time,
                cells: [formatTime(point.time, 'dateTime'), point.failed ? 'failed' : speak(point.value)],
              })),
            })}
          />
        }
      >
        <Plot
          {...drawing}
          name={label}
          summary={summarize(`${label} of ${of}`, spread, drawing.gaps.length, speak)}
          height={height}
          unit={unit}
          threshold={threshold}
        />
      </ChartFrame>
    </div>
  );
});

function prepare(points: readonly ChartPoint[], gapSeconds: number, until: number) {
  const drawn = breakAtGaps(points, gapSeconds);
  const from = drawn[0]?.at ?? until;
  return {
    points: drawn,
    gaps: findGaps(points, gapSeconds, until),
    failures: points.filter((point) => point.failed).map((point) => Date.parse(point.time)),
    spread: spreadOf(points),
    from,
    to: Math.max(until, drawn.at(-1)?.at ?? until),
  };
}

function summarize(
  name: string,
  spread: Spread | null,
  gaps: number,
  speak: (seconds: number | null) => string,
): string {
  if (!spread) return `${name}: no data`;
  const figures = `${name}: minimum ${speak(spread.min)}, average ${speak(spread.average)}, maximum ${speak(spread.max)}`;
  if (gaps === 0) return figures;
  return `${figures}, ${gaps} ${gaps === 1 ? 'stretch' : 'stretches'} without data`;
}
