import { durationSoFar, shortDuration } from '@upvigil/core/format/short-duration';
import { dayMs } from '@upvigil/core/time';
import type { ReactNode } from 'react';
import { formatTime } from '../../../components/time/time-format.ts';
import { StateDot } from '../../../components/tones/state-dot.tsx';
import type { MonitorOutage } from './monitor-outages.ts';

export type HistoryFigure = readonly [label: string, value: ReactNode];

interface HistoryFiguresProps {
  figures: readonly HistoryFigure[];
  /** Undefined until loaded. */
  outages: readonly MonitorOutage[] | undefined;
  /** Time of the figures in ms since the epoch. */
  now: number;
}

/** Figures and outages beside the chart of a history. */
export const HistoryFigures = ({ figures, outages, now }: HistoryFiguresProps) => (
  <div className="card grid content-start gap-3.5">
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-(--muted)">{label}</dt>
          <dd className="text-lg leading-6 font-semibold tracking-[-0.015em]">{value}</dd>
        </div>
      ))}
    </dl>
    {outages?.length ? <OutageList outages={outages} now={now} /> : null}
  </div>
);

export const FailedFigure = ({ count }: { count: number }) => (
  <span className={count > 0 ? 'text-(--down-fg)' : ''}>{count.toLocaleString('en')}</span>
);

const mostListed = 5;

function OutageList({ outages, now }: { outages: readonly MonitorOutage[]; now: number }) {
  const others = outages.length - mostListed;
  return (
    <div className="border-t border-(--border) pt-3 text-[0.8125rem]">
      <h4 className="mb-1 text-xs text-(--muted)">When it was down</h4>
      <ul>
        {outages.slice(0, mostListed).map((outage) => (
          <li key={outage.id} className="flex items-center gap-2 py-1">
            <StateDot tone="down" />
            <span className="min-w-0 truncate font-medium" title={outage.cause ?? undefined}>
              {outage.isOpen ? 'Now' : (outage.cause ?? 'Outage')}
            </span>
            <span className="flex-1 text-(--muted)">{timesOf(outage, now)}</span>
            <span className="whitespace-nowrap">{lengthOf(outage, now)}</span>
          </li>
        ))}
      </ul>
      {others > 0 ? <p className="pt-1 text-xs text-(--muted)">and {others} before</p> : null}
    </div>
  );
}

/** 'since 17:42', '04:12 to 04:13'; with the date if earlier than today. */
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
