import { formatPercent } from '@upvigil/core/format/percent';
import { uptimeTone } from '@upvigil/core/status/uptime-level';
import { Segmented } from '../basics/segmented.tsx';
import { useStoredChoice } from '../states/use-stored-choice.ts';
import { type UptimeScaleName, uptimeScales } from './plots/uptime-scale.ts';
import { SeriesChart, type WebsitesChartProps } from './series-chart.tsx';
import type { FigureWords } from './website-series.ts';

const words: FigureWords = {
  average: ({ statistics }) => statistics?.uptime_percentage ?? null,
  formatValue: formatPercent,
  worst: 'lowest',
  toneOf: (percent) => {
    const tone = uptimeTone(percent);
    return tone === 'warn' || tone === 'down' ? tone : undefined;
  },
};

const segments = [
  { id: 'stretched', label: 'Detail' },
  { id: 'linear', label: 'Linear' },
] as const;

const names = ['stretched', 'linear'] as const satisfies readonly UptimeScaleName[];

/** Height of the plot in px, large enough to distinguish an hour with 99.2 % from one with 100 %. */
export const uptimePlotHeightPx = 212;

/** Uptime of each website for each hour, from 0 to 100. The area from the top shows downtime. */
export function UptimeByWebsite(props: WebsitesChartProps) {
  const [scale, setScale] = useStoredChoice('uptime-scale', names);
  return (
    <SeriesChart
      {...props}
      title="Uptime Percentage by Website"
      note={scale === 'stretched' ? '0 to 100%, upper end stretched' : '0 to 100%'}
      control={<Segmented label="Scale" segments={segments} selected={scale} onSelect={setScale} />}
      kind="areas"
      figure="uptime"
      words={words}
      scale={uptimeScales[scale]}
      height={uptimePlotHeightPx}
      emptyText="Hourly uptime of each website appears here after its first checks."
    />
  );
}
