import { charts } from '@upvigil/core/languages/compiled/english/charts';
import { memo, useMemo } from 'react';
import { translated } from '../../language/catalogue.ts';
import { figures } from '../../language/figures.ts';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { formatTime } from '../time/time-format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { DataDisclosure } from './data-disclosure.tsx';
import { breakAtGaps, type ChartPoint, findGaps, type Spread, spreadOf } from './plots/chart-scale.ts';

const Plot = lazyPart(async () => ({ default: (await import('./plots/response-time-plot.tsx')).ResponseTimePlot }));

interface ResponseTimeChartProps {
  /** Oldest first; values in seconds. */
  points: readonly ChartPoint[];
  /** Visible title, such as 'Load Time History'. */
  label: string;
  /** Name of the monitor, part of the accessible name. */
  of: string;
  height: number;
  unit: 's' | 'ms';
  /** A longer pause between samples counts as a gap. */
  gapSeconds: number;
  /** End of the axis in ms since the epoch, normally now. */
  until: number;
  /** Each point is the average of so many minutes; absent for points that are no averages. */
  minutesPerPoint?: number;
}

/** Response times from 0 on a linear axis, with gaps and failed checks, and a data table below. */
export const ResponseTimeChart = memo(function ResponseTimeChart(props: ResponseTimeChartProps) {
  const { points, label, of, height, unit, gapSeconds, until, minutesPerPoint } = props;
  const drawing = useMemo(() => prepare(points, gapSeconds, until), [points, gapSeconds, until]);
  const formatValue = (seconds: number | null) => figures().responseTime(unit === 'ms' ? 'ICMP_PING' : 'URL', seconds);
  const { spread } = drawing;
  const words = translated('charts', charts);
  const name = words.labelOf({ label, name: of });
  const averages = minutesPerPoint === undefined ? [] : [words.averages({ minutes: minutesPerPoint })];
  const summary = summarize([name, ...averages].join(', '), spread, drawing.gaps.length, formatValue);
  return (
    <div className="min-w-0">
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-xs">
        <span>{label}</span>
        {spread ? (
          <span className="text-(--muted)">
            {[...averages, words.spread(formatSpread(spread, formatValue))].join(' · ')}
          </span>
        ) : null}
      </div>
      <ChartFrame
        summary={summary}
        height={height}
        table={
          <DataDisclosure
            name={name}
            read={() => ({
              caption: name,
              head: [words.time, label],
              rows: points.map((point) => ({
                key: point.time,
                cells: [formatTime(point.time, 'dateTime'), point.failed ? words.failed : formatValue(point.value)],
              })),
            })}
          />
        }
      >
        <Plot {...drawing} name={label} summary={summary} height={height} unit={unit} />
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
  formatValue: (seconds: number | null) => string,
): string {
  const words = translated('charts', charts);
  if (!spread) return words.summaryWithoutData({ name });
  const summary = words.summary({ name, ...formatSpread(spread, formatValue) });
  return gaps === 0 ? summary : `${summary}, ${words.gaps({ count: gaps })}`;
}

const formatSpread = ({ min, average, max }: Spread, formatValue: (seconds: number | null) => string) => ({
  min: formatValue(min),
  average: formatValue(average),
  max: formatValue(max),
});
