import { formatSeconds } from '@upvigil/core/format/seconds';
import { SeriesChart, type WebsitesChartProps } from './series-chart.tsx';
import type { WebsiteSeries } from './website-series.ts';

const average = (series: WebsiteSeries): number | null => series.statistics?.avg_response_time ?? null;
const formatTick = (value: number): string => `${value}s`;

/** Average load time of each website, hour by hour. */
export function LoadTimeTrends(props: WebsitesChartProps) {
  return (
    <SeriesChart
      {...props}
      title="Total Page Load Time Trends"
      note="seconds, hourly"
      kind="lines"
      figure="avg_response_time"
      average={average}
      formatTick={formatTick}
      formatValue={(seconds) => formatSeconds(seconds)}
    />
  );
}
