import type { WindowSummary } from '@upvigil/core/contract/checks';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { formatPercent } from '@upvigil/core/format/percent';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { shortDuration } from '@upvigil/core/format/short-duration';
import type { ReactNode } from 'react';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import { lengthWithin, type MonitorOutage } from './monitor-outages.ts';

export interface HistoryFigure {
  label: string;
  value: ReactNode;
  /** Change against the time before, or what explains the value. */
  sub?: string | undefined;
}

/** Beside the chart of a history. */
export const HistoryFigures = ({ figures }: { figures: readonly HistoryFigure[] }) => (
  <dl className="card grid grid-cols-2 content-start gap-x-5 gap-y-3">
    {figures.map(({ label, value, sub }) => (
      <div key={label}>
        <dt className="text-xs text-(--muted)">{label}</dt>
        <dd className="text-lg leading-6 font-semibold tracking-[-0.015em]">{value}</dd>
        {sub ? <dd className="text-xs text-(--muted)">{sub}</dd> : null}
      </div>
    ))}
  </dl>
);

interface FiguresOf {
  kind: MonitorKind;
  /** In seconds. */
  threshold: number;
  /** '24h uptime' */
  uptimeLabel: string;
  summary: WindowSummary;
  /** Undefined while they are not known. */
  outages: readonly MonitorOutage[] | undefined;
  /** In ms since the epoch. */
  window: { from: number; to: number };
}

/** The eight figures of a history. */
export function historyFigures({ kind, threshold, uptimeLabel, summary, outages, window }: FiguresOf): HistoryFigure[] {
  const { previous, failed_checks, slow_checks, maintenance_checks, maintenance_failures } = summary;
  const before = previous.uptime_percentage;
  const down = outages?.filter(({ state }) => state === 'DOWN');
  const slow = outages?.filter(({ state }) => state === 'SLOW');
  const { p50_response_time: median, p95_response_time: p95 } = summary;
  return [
    {
      label: uptimeLabel,
      value: <UptimeFigure percent={summary.uptime_percentage} coverage={summary.coverage} isWide />,
      sub: before === null ? undefined : `was ${formatPercent(before)}`,
    },
    ...(down ? [{ label: 'Outages', value: count(down.length), sub: timeIn(down, window, 'down') }] : []),
    { label: 'Median', value: <Elapsed seconds={median} kind={kind} />, sub: changeOf(median, previous, kind) },
    {
      label: '95th percentile',
      value: <Toned tone={p95 !== null && p95 > threshold ? 'warn' : null}>{formatResponseTime(kind, p95)}</Toned>,
      sub: `limit ${formatResponseTime(kind, threshold)}`,
    },
    {
      label: 'Checks',
      value: count(summary.total_checks),
      sub: maintenance_checks > 0 ? `${count(maintenance_checks)} in maintenance` : undefined,
    },
    {
      label: 'Failed',
      value: <Toned tone={failed_checks > 0 ? 'down' : null}>{count(failed_checks)}</Toned>,
      sub: maintenance_failures > 0 ? `${count(maintenance_failures)} of them in maintenance` : undefined,
    },
    {
      label: 'Slow',
      value: <Toned tone={slow_checks > 0 ? 'warn' : null}>{count(slow_checks)}</Toned>,
      sub: slow && timeIn(slow, window, ''),
    },
    ...(outages ? [notificationsOf(outages)] : []),
  ];
}

const count = (many: number): string => many.toLocaleString('en');

const toneClasses = { down: 'text-(--down-fg)', warn: 'text-(--warn-fg)' } as const;

export const Toned = ({ tone, children }: { tone: 'down' | 'warn' | null; children: ReactNode }) => (
  <span className={tone ? toneClasses[tone] : ''}>{children}</span>
);

function timeIn(outages: readonly MonitorOutage[], window: FiguresOf['window'], word: string): string | undefined {
  const length = lengthWithin(outages, window);
  return length > 0 ? `${shortDuration(length)} ${word}`.trim() : undefined;
}

/** '0.09s slower' than in the time before. */
function changeOf(median: number | null, { p50_response_time: before }: WindowSummary['previous'], kind: MonitorKind) {
  if (median === null || before === null) return undefined;
  const difference = Math.abs(median - before);
  // Within the error of percentiles there is no change.
  if (difference <= before * 0.02) return 'as before';
  return `${formatResponseTime(kind, difference)} ${median > before ? 'slower' : 'faster'}`;
}

function notificationsOf(outages: readonly MonitorOutage[]): HistoryFigure {
  const sum = (read: (outage: MonitorOutage) => number) => outages.reduce((total, outage) => total + read(outage), 0);
  const suppressed = sum((outage) => outage.suppressed);
  return {
    label: 'Notifications',
    value: count(sum(({ sent }) => sent)),
    sub: suppressed > 0 ? `${count(suppressed)} not sent` : undefined,
  };
}
