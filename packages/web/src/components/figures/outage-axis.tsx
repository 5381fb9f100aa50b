import type { Tone } from '@upvigil/core/status/tone';
import { minuteMs } from '@upvigil/core/time';
import { formatTime, startOfLocalDay } from '../time/time-format.ts';

/** Horizontal time axis in ms since the epoch. */
export interface TimeAxis {
  from: number;
  to: number;
  /** Whether it ends before now, at a midnight. */
  isPast?: boolean;
}

const hourMinutes = 60;
/** Minutes between ticks for axes up to the given hours: six or seven ticks on each. */
const tickSteps = [
  { hours: 1, minutes: 10 },
  { hours: 6, minutes: hourMinutes },
  { hours: 24, minutes: 4 * hourMinutes },
  { hours: 72, minutes: 12 * hourMinutes },
] as const;
const dayMinutes = 24 * hourMinutes;

const stepOf = ({ from, to }: TimeAxis): number =>
  tickSteps.find(({ hours }) => to - from <= hours * hourMinutes * minuteMs)?.minutes ?? dayMinutes;

/** Round local times on the axis; correct across clock changes. */
export function axisTicks(axis: TimeAxis): number[] {
  const step = stepOf(axis);
  const midnight = new Date(startOfLocalDay(axis.from));
  const ticks: number[] = [];
  for (let minutes = 0; ; minutes += step) {
    const tick = new Date(midnight).setHours(0, minutes);
    if (tick >= axis.to) return ticks;
    if (tick > axis.from && tick !== ticks.at(-1)) ticks.push(tick);
  }
}

/** Position of a time on the axis in percent. */
const positionOf = (time: number, { from, to }: TimeAxis): number =>
  Math.min(100, Math.max(0, (100 * (time - from)) / (to - from)));

const tickLabel = (tick: number, axis: TimeAxis): string =>
  stepOf(axis) > 4 * hourMinutes && startOfLocalDay(tick) === tick
    ? formatTime(tick, 'dayMonth')
    : formatTime(tick, 'hourMinute');

/** Labels closer than this to an end of the axis would overlap the labels there. */
const labelPercent = { left: 6, right: 14, rightNarrow: 22 };

/** Tick labels above the bars. */
export const AxisHead = ({ axis }: { axis: TimeAxis }) => (
  <div aria-hidden="true" className="relative h-4">
    {axisTicks(axis)
      .map((tick) => ({ tick, at: positionOf(tick, axis) }))
      .filter(({ at }) => at >= labelPercent.left && at <= 100 - labelPercent.right)
      .map(({ tick, at }, index) => (
        <span
          key={tick}
          className={`absolute [translate:-50%] whitespace-nowrap ${index % 2 === 0 && at <= 100 - labelPercent.rightNarrow ? '' : 'max-[1099px]:hidden'}`}
          style={{ left: `${at}%` }}
        >
          {tickLabel(tick, axis)}
        </span>
      ))}
    <span className="absolute right-0 text-(--text)">{axis.isPast ? '24:00' : 'now'}</span>
  </div>
);

/** Tick lines as one background for all bars below, set on a common ancestor as `--ticks`. */
export const tickLines = (axis: TimeAxis): React.CSSProperties =>
  ({
    '--ticks': axisTicks(axis)
      .map(
        (tick) =>
          `linear-gradient(var(--border), var(--border)) ${positionOf(tick, axis).toFixed(2)}% 0 / 1px no-repeat`,
      )
      .join(),
  }) as React.CSSProperties;

/** The shape also shows the state: high for DOWN, flat for SLOW, hollow for a missing tag. */
const shapes: Record<Tone, string> = {
  down: 'h-3.5 min-w-1.5 rounded-xs bg-(--down-g)',
  warn: 'h-2 min-w-1.5 rounded-full bg-(--warn-g)',
  none: 'h-2.5 min-w-2.5 rounded-full border-[1.5px] border-(--none-g)',
  up: 'h-1 min-w-1.5 bg-(--up-g)',
};

interface OutageBarProps {
  axis: TimeAxis;
  tone: Tone;
  /** Null if the outage began before the known alerts. */
  startedAt: number | null;
  /** Null while the outage lasts, or if its end is unknown. */
  endedAt: number | null;
  isOpen: boolean;
}

/**
 * One outage on the axis, at least 6 px wide. An open outage touches the right edge. The text beside it has the same
 * content.
 */
export function OutageBar({ axis, tone, startedAt, endedAt, isOpen }: OutageBarProps) {
  const from = positionOf(startedAt ?? axis.from, axis);
  const to = positionOf(endedAt ?? (isOpen ? axis.to : (startedAt ?? axis.from)), axis);
  // Right-aligned in the right half, so that the minimum width does not overflow the axis.
  const place = from < 50 ? { left: `${from}%` } : { right: `${100 - to}%` };
  return (
    <div
      aria-hidden="true"
      className="relative flex h-9 items-center border-r-[1.5px] border-(--muted) [background:var(--ticks)]"
    >
      <i
        data-graphic
        data-tone={tone}
        className={`absolute ${shapes[tone]} ${isOpen ? 'rounded-r-none' : ''} ${startedAt === null ? 'rounded-l-none' : ''}`}
        style={{ ...place, width: `${to - from}%` }}
      />
    </div>
  );
}
