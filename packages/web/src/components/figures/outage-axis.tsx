import type { Tone } from '@upvigil/core/status/tone';
import { minuteMs } from '@upvigil/core/time';
import { formatTime, startOfLocalDay } from '../time/time-format.ts';

/** A stretch of time that is drawn from left to right, in ms since the epoch. */
export interface TimeAxis {
  from: number;
  to: number;
}

const hourMinutes = 60;
/** Minutes between ticks, by the longest axis in hours that they suit: six or seven ticks on each. */
const tickSteps = [
  { hours: 1, minutes: 10 },
  { hours: 6, minutes: hourMinutes },
  { hours: 24, minutes: 4 * hourMinutes },
  { hours: 72, minutes: 12 * hourMinutes },
] as const;
const dayMinutes = 24 * hourMinutes;

const stepOf = ({ from, to }: TimeAxis): number =>
  tickSteps.find(({ hours }) => to - from <= hours * hourMinutes * minuteMs)?.minutes ?? dayMinutes;

/** Round local times on the axis, also in a night in which the clocks change. */
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

/** Where a time stands on the axis, in percent. */
const positionOf = (time: number, { from, to }: TimeAxis): number =>
  Math.min(100, Math.max(0, (100 * (time - from)) / (to - from)));

const tickLabel = (tick: number, axis: TimeAxis): string =>
  stepOf(axis) > 4 * hourMinutes && startOfLocalDay(tick) === tick
    ? formatTime(tick, 'dayMonth')
    : formatTime(tick, 'hourMinute');

/** A label nearer than this to an end of the axis would run into what stands there. */
const labelPercent = { left: 6, right: 14, rightNarrow: 22 };

/** The times of the axis, above the bars. */
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
    <span className="absolute right-0 text-(--text)">now</span>
  </div>
);

/** Lines at the ticks as one background for every bar below: set once where the axis is, as `--ticks`. */
export const tickLines = (axis: TimeAxis): React.CSSProperties =>
  ({
    '--ticks': axisTicks(axis)
      .map(
        (tick) =>
          `linear-gradient(var(--border), var(--border)) ${positionOf(tick, axis).toFixed(2)}% 0 / 1px no-repeat`,
      )
      .join(),
  }) as React.CSSProperties;

/** The shape says the tone too: what is down is a high block, what is slow a flat bar, what lacks its tag a hollow one. */
const shapes: Record<Tone, string> = {
  down: 'h-3.5 min-w-1.5 rounded-xs bg-(--down-g)',
  warn: 'h-2 min-w-1.5 rounded-full bg-(--warn-g)',
  none: 'h-2.5 min-w-2.5 rounded-full border-[1.5px] border-(--none-g)',
  up: 'h-1 min-w-1.5 bg-(--up-g)',
};

interface OutageBarProps {
  axis: TimeAxis;
  tone: Tone;
  /** Null where it began before what is known. */
  startedAt: number | null;
  /** Null where it lasts, or nobody knows when it ended. */
  endedAt: number | null;
  isOpen: boolean;
}

/** One outage on the axis, at least 6 px wide; one that lasts touches the line of now. The words beside it say the same. */
export function OutageBar({ axis, tone, startedAt, endedAt, isOpen }: OutageBarProps) {
  const from = positionOf(startedAt ?? axis.from, axis);
  const to = positionOf(endedAt ?? (isOpen ? axis.to : (startedAt ?? axis.from)), axis);
  // Held at its end in the right half, so that the least width does not lead beyond the axis.
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
