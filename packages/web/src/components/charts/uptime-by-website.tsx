import { formatPercent } from '@upvigil/core/format/percent';
import { SeriesChart, type WebsitesChartProps } from './series-chart.tsx';
import type { WebsiteSeries } from './website-series.ts';

const average = (series: WebsiteSeries): number | null => series.statistics?.uptime_percentage ?? null;
const formatTick = (value: number): string => `${value}%`;
const wholePercent = 100;

/** Uptime of each website, hour by hour, on an axis from 0 to 100. */
export function UptimeByWebsite(props: WebsitesChartProps) {
  return (
    <SeriesChart
      {...props}
      title="Uptime Percentage by Website"
      note="percent, hourly"
      kind="areas"
      figure="uptime"
      top={wholePercent}
      average={average}
      formatTick={formatTick}
      formatValue={formatPercent}
    />
  );
}
