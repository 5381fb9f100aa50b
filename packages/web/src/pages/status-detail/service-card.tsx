import type { DailyUptime, ResponseTimes } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import type { StateBadge } from '@upvigil/core/status/url-state';
import { memo, type ReactNode } from 'react';
import { Badge } from '../../components/basics/badge.tsx';
import { ResponseTimeChart } from '../../components/charts/response-time-chart.tsx';
import { DayStrip } from '../../components/pulse/day-strip.tsx';
import { Time } from '../../components/time/time.tsx';
import { startOfLocalDay } from '../../components/time/time-format.ts';
import { KeyFigures } from '../../public/key-figures.tsx';

interface ServiceCardProps {
  /** URL or name: what the card is about. */
  title: string;
  /** Second line. */
  subtitle: ReactNode;
  badge: StateBadge;
  lastCheck: string | null;
  responseLabel: string;
  /** With its unit. */
  response: ReactNode;
  uptime: number | null;
  /** In seconds. */
  checkInterval: number;
  chartLabel: string;
  unit: 's' | 'ms';
  points: ResponseTimes;
  days: DailyUptime;
  /** End of the chart's axis in ms since the epoch. */
  until: number;
  /** One of many. */
  isLight: boolean;
}

/** One URL or network service: its state, four figures, the last 24 hours and the last thirty days. */
export const ServiceCard = memo(function ServiceCard(props: ServiceCardProps) {
  const { title, subtitle, badge, checkInterval, points } = props;
  return (
    <article className="card nth-[n+12]:[contain-intrinsic-size:auto_350px] nth-[n+12]:[content-visibility:auto]">
      <div className="flex items-start justify-between gap-3">
        <h3>{title}</h3>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      {subtitle ? <p className="text-xs wrap-anywhere text-(--muted)">{subtitle}</p> : null}
      <KeyFigures
        figures={[
          { label: 'Last Check', value: <LastCheck time={props.lastCheck} /> },
          { label: props.responseLabel, value: props.response },
          { label: '24h Uptime', value: formatPercent(props.uptime) },
          { label: 'Check Interval', value: `${checkInterval}s` },
        ]}
      />
      {points.length === 0 ? null : (
        <ResponseTimeChart
          label={props.chartLabel}
          of={title}
          points={points}
          height={defaults.statusChartHeightPx}
          unit={props.unit}
          gapSeconds={gapSeconds(checkInterval)}
          until={props.until}
        />
      )}
      <p className="mt-3 mb-1 text-xs">{defaults.dayStripDays}-Day Uptime</p>
      <DayStrip isLight={props.isLight} days={props.days} label={`${defaults.dayStripDays}-Day Uptime of ${title}`} />
    </article>
  );
});

/** The clock alone for today, the date too for older checks. */
function LastCheck({ time }: { time: string | null }) {
  if (time === null) return 'Never';
  const isToday = startOfLocalDay(Date.parse(time)) === startOfLocalDay(Date.now());
  return <Time value={time} shape={isToday ? 'clock' : 'dateTime'} />;
}

/**
 * Seconds without a point that count as a gap. Points are means of 15 minutes, so one missing point is a gap. A monitor
 * that is checked less than twice in 15 minutes has points missing without a gap, so its interval is added.
 */
function gapSeconds(checkInterval: number): number {
  const pointSeconds = defaults.responseTimePoints.minutesPerPoint * 60;
  return pointSeconds * 1.5 + (checkInterval * 2 > pointSeconds ? checkInterval : 0);
}
