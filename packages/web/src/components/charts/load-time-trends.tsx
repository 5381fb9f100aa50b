import { formatSeconds } from '@upvigil/core/format/seconds';
import { formatTimeTick, secondsAbove } from './plots/chart-scale.ts';
import type { ValueScale } from './plots/value-scale.ts';
import { SeriesChart, type WebsitesChartProps } from './series-chart.tsx';
import { type FigureWords, stretchWords } from './website-series.ts';

const words: FigureWords = {
  average: ({ statistics }) => statistics?.avg_response_time ?? null,
  formatValue: (seconds) => formatSeconds(seconds),
  worst: 'highest',
};

const scale: ValueScale = {
  place: (seconds) => seconds,
  ticksFor: (values) => secondsAbove(values, 5),
  formatTick: (seconds, top) => formatTimeTick(seconds, top, 's'),
};

/** Average load time of each website for each hour. */
export function LoadTimeTrends(props: WebsitesChartProps) {
  return (
    <SeriesChart
      {...props}
      title="Total Page Load Time Trends"
      note={`seconds, ${stretchWords(props.series)}`}
      kind="lines"
      figure="avg_response_time"
      words={words}
      scale={scale}
      height={236}
      emptyText="Hourly load times of each website appear here after its first checks."
    />
  );
}
