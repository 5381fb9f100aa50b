import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import { dayMs } from '@upvigil/core/time';
import { Link } from 'react-router-dom';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { Badge } from '../../../components/tones/badge.tsx';
import type { MonitorOutage } from './monitor-outages.ts';

interface PeriodListProps {
  periods: readonly MonitorOutage[];
  /** When they were read, in ms since the epoch. */
  now: number;
}

const firstPeriods = 8;
const periodsPerStep = 20;

/** Outages and slow periods of the window: times, duration, cause and notifications. Nothing if there were none. */
export function PeriodList({ periods, now }: PeriodListProps) {
  const shown = useShownRows(periods, { step: periodsPerStep, first: firstPeriods });
  if (periods.length === 0) return null;
  return (
    <section className="card px-0 py-0" aria-label="Outages and slow periods">
      <div className="flex items-center justify-between gap-3 px-5 py-3">
        <h4 className="text-sm font-semibold">
          Outages and slow periods <span className="font-normal text-(--muted)">{periods.length}</span>
        </h4>
        <Link to="/alerts" className="text-[0.8125rem] pointer-coarse:py-3">
          All alerts
        </Link>
      </div>
      <ul className="text-[0.8125rem]">
        {shown.rows.map((period) => (
          <Period key={period.id} period={period} now={now} />
        ))}
      </ul>
      {shown.rows.length < periods.length ? (
        <div className="px-5 pb-3">
          <ShowMore shown={shown} noun="periods" />
        </div>
      ) : null}
    </section>
  );
}

/** State, times, length, cause, who was notified; on small screens the cause is below. */
const Period = ({ period, now }: { period: MonitorOutage; now: number }) => (
  <li className="grid min-h-10 items-center gap-x-3 gap-y-1 border-t border-(--border) px-5 py-2 max-md:grid-cols-[auto_minmax(0,1fr)_auto] md:grid-cols-[5.5rem_13rem_5.5rem_minmax(0,1fr)_minmax(0,14rem)]">
    <span>
      <Badge tone={period.state === 'SLOW' ? 'warn' : 'down'}>{period.state}</Badge>
    </span>
    <span>{timesOf(period, now)}</span>
    <span className="text-right font-medium whitespace-nowrap">{lengthOf(period, now)}</span>
    <span className="truncate text-(--muted) max-md:col-span-full" title={period.cause ?? undefined}>
      {period.cause ?? ''}
    </span>
    <span className="truncate text-xs text-(--muted) max-md:col-span-full" title={period.notified}>
      <span className="sr-only">Notified: </span>
      {period.notified}
    </span>
  </li>
);

/** 'since 17:42', '04:12 to 04:13'; with the day if it is more than 24 h ago. */
function timesOf({ from, to, isOpen }: MonitorOutage, now: number): string {
  const format = (at: number) =>
    now - at < dayMs ? formatTime(at, 'hourMinute') : `${formatTime(at, 'dayMonth')} ${formatTime(at, 'hourMinute')}`;
  if (from === null) return to === null ? '' : `until ${format(to)}`;
  if (to === null) return `${isOpen ? 'since' : 'from'} ${format(from)}`;
  return `${format(from)} to ${format(to)}`;
}

function lengthOf({ from, to, isOpen }: MonitorOutage, now: number): string {
  if (from === null) return '';
  if (isOpen) return durationSoFar(now - from);
  return to === null ? '' : shortDuration(to - from);
}
