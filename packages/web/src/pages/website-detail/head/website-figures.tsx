import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DailyUptime, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { formatPercent } from '@upvigil/core/format/percent';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import { boundsOfDay, type TimeSpan, timeRanges } from '@upvigil/core/time-ranges';
import { type ReactNode, useMemo } from 'react';
import * as queries from '../../../api/queries.ts';
import { PulseStrip } from '../../../components/pulse/pulse-strip.tsx';
import { describeStrip, stripDays, stripUptime } from '../../../components/pulse/strip-days.ts';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { type HistoryChoice, useHistoryRange } from '../history/use-history-range.ts';
import { statusOverview } from './status-overview.ts';

/** Figures of the time of the histories, 24 hours unless another is chosen, and the last 30 days. Figures without data are omitted. */
export function WebsiteFigures({ id, name }: { id: number; name: string }) {
  const [choice] = useHistoryRange();
  const { span, suffix, over } = wordsOf(choice);
  const { data: statistics } = useQuery({
    ...queries.websiteStatistics(id, span),
    placeholderData: keepPreviousData,
  });
  const { data: days } = useQuery({
    ...statusOverview(id),
    select: (websites: StatusOverviewItem[]) => websites.find((website) => website.id === id)?.daily_uptime,
  });
  return (
    <dl className="flex items-start gap-7 lg:justify-end">
      {statistics?.total_checks ? (
        <>
          <Figure label={`Uptime${suffix}`} title={over}>
            <UptimeFigure percent={statistics.uptime_percentage} coverage={statistics.coverage} isWide />
          </Figure>
          <Figure label={`Avg Load Time${suffix}`} title={over}>
            <Elapsed seconds={statistics.avg_response_time} />
          </Figure>
          <Figure label={`Checks${suffix}`} title={over}>
            {statistics.total_checks.toLocaleString('en')}
          </Figure>
        </>
      ) : null}
      {days?.some(({ uptime }) => uptime !== null) ? <Days days={days} name={name} /> : null}
    </dl>
  );
}

function wordsOf(choice: HistoryChoice): { span: TimeSpan; suffix: string; over: string } {
  if ('day' in choice) {
    const start = boundsOfDay(choice.day).from;
    return { span: choice.day, suffix: `, ${formatTime(start, 'dayMonth')}`, over: formatTime(start, 'weekday') };
  }
  const { hours, short, label } = timeRanges[choice.range];
  return {
    span: hours,
    suffix: hours === defaults.hours.dashboard ? '' : `, ${short}`,
    over: `Over the ${label.toLowerCase()}`,
  };
}

const Figure = ({ label, title, children }: { label: string; title: string; children: ReactNode }) => (
  <div title={title}>
    <dt className="text-xs whitespace-nowrap text-(--muted)">{label}</dt>
    <dd className="text-lg leading-6 font-semibold tracking-[-0.015em]">{children}</dd>
  </div>
);

const heightPx = 22;
const barPx = 4;

function Days({ days, name }: { days: DailyUptime; name: string }) {
  const strip = useMemo(() => stripDays(days), [days]);
  const bars = useMemo(() => strip.map((day) => dayBar(day.tone, day.lostSeconds)), [strip]);
  return (
    <div className="w-48">
      <dt className="flex justify-between text-xs text-(--muted)">
        <span>{strip.length} days</span>
        <span>{formatPercent(stripUptime(strip))}</span>
      </dt>
      <dd className="pt-0.5">
        <PulseStrip bars={bars} label={describeStrip(name, strip)} height={heightPx} barPx={barPx} />
      </dd>
    </div>
  );
}
