import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { formatPercent } from '@upvigil/core/format/percent';
import type { Tone } from '@upvigil/core/status/tone';
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import { useNearViewport } from '../lists/use-near-viewport.ts';
import { MiniStrip } from './mini-strip.tsx';
import { dayStateWord, describeDay, describeStrip, type StripDay, stripDays, stripUptime } from './uptime-days.ts';

const marker =
  "relative after:absolute after:left-1/2 after:top-[31px] after:-ml-[3.5px] after:size-[7px] after:content-[''] after:forced-color-adjust-none";
const segments: Record<Tone, string> = {
  up: 'h-7 bg-(--up-g)',
  warn: `h-7 bg-(--warn-g) ${marker} after:bg-(--warn-g) after:[clip-path:polygon(50%_0,100%_100%,0_100%)]`,
  down: `h-7 bg-(--down-g) ${marker} after:bg-(--down-g) after:[clip-path:polygon(20%_0,50%_30%,80%_0,100%_20%,70%_50%,100%_80%,80%_100%,50%_70%,20%_100%,0_80%,30%_50%,0_20%)]`,
  none: 'mt-[18px] h-2.5 border border-(--none-g)',
};

/** Days are 1-based. `pinned` keeps the card open when the pointer leaves. */
interface Picked {
  day: number;
  pinned: boolean;
}

interface UptimeBarProps {
  /** Oldest first, as the server sends it. Missing days are shown as days without data. */
  days: DailyUptime;
  /** The website or monitor that it is about; part of its name for screen readers. */
  label: string;
  /** For long lists: off the screen the days are one drawing instead of an element each. */
  isLight?: boolean;
}

/**
 * The 30-day strip: one tab stop that announces each day's value. Arrow keys, Home and End move, Enter pins, Escape closes;
 * a pointer picks the day below it.
 */
export const UptimeBar = memo(function UptimeBar({ days, label, isLight = false }: UptimeBarProps) {
  const strip = useMemo(() => stripDays(days), [days]);
  const [ref, isNear] = useNearViewport<HTMLDivElement>({ margin: 400, once: false });
  const [picked, setPicked] = useState<Picked | null>(null);
  const [lastDay, setLastDay] = useState(strip.length);
  const pick = (day: number, pinned: boolean) => {
    setPicked({ day, pinned });
    setLastDay(day);
  };
  const close = () => setPicked(null);
  const shown = strip[lastDay - 1];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, lastDay, strip.length);
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') pick(lastDay, true);
    else if (next === null) return;
    else pick(next, picked?.pinned ?? false);
    event.preventDefault();
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    if (picked?.pinned && event.type === 'pointermove') return;
    const box = event.currentTarget.getBoundingClientRect();
    pick(dayAt(event.clientX - box.left, box.width, strip.length), event.type === 'pointerdown');
  };

  return (
    <div className="relative">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={describeStrip(label, strip)}
        aria-valuemin={1}
        aria-valuemax={strip.length}
        aria-valuenow={lastDay}
        aria-valuetext={shown ? describeDay(shown) : ''}
        className="h-[38px] cursor-default rounded-sm"
        onFocus={() => picked ?? pick(lastDay, false)}
        onBlur={close}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={() => picked?.pinned || close()}
      >
        {isNear || !isLight ? (
          <Segments strip={strip} />
        ) : (
          <MiniStrip label={label} tones={strip.map((day) => day.tone)} />
        )}
      </div>
      {picked && shown ? <DayCard day={shown} of={strip.length} /> : null}
      <div className="mt-1 flex justify-between text-xs text-(--muted)">
        <span>{strip.length} days ago</span>
        <span>{formatPercent(stripUptime(strip))}</span>
        <span>Today</span>
      </div>
    </div>
  );
});

const Segments = memo(function Segments({ strip }: { strip: readonly StripDay[] }) {
  return (
    <div
      className="pointer-events-none grid h-full items-start gap-[clamp(1px,.5%,4px)]"
      style={{ gridTemplateColumns: `repeat(${strip.length}, minmax(0, 1fr))` }}
    >
      {strip.map((day) => (
        <span
          key={day.number}
          title={describeDay(day)}
          data-tone={day.tone}
          data-graphic=""
          className={`rounded-xs ${segments[day.tone]}`}
        />
      ))}
    </div>
  );
});

/** Shows the picked day, which screen readers hear as the slider's value. */
function DayCard({ day, of }: { day: StripDay; of: number }) {
  const middle = ((day.number - 0.5) / of) * 100;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-10 mb-1 w-44 rounded-md border border-(--border) bg-(--surface) p-2 text-xs shadow-(--shadow)"
      style={{ left: `clamp(0px, calc(${middle}% - 5.5rem), calc(100% - 11rem))` }}
    >
      <p className="m-0 flex justify-between gap-2 font-medium">
        <span>Day {day.number}</span>
        <span>{day.date}</span>
      </p>
      <p className="m-0 text-(--muted)">
        {day.uptime === null ? 'No data' : `${formatPercent(day.uptime)} uptime, ${dayStateWord(day)}`}
      </p>
      {day.checks > 0 ? <p className="m-0 text-(--muted)">{day.checks} checks</p> : null}
    </div>
  );
}

function dayAfterKey(key: string, day: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(1, day - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, day + 1);
  if (key === 'Home') return 1;
  return key === 'End' ? last : null;
}

const dayAt = (x: number, width: number, days: number): number =>
  Math.min(days, Math.max(1, Math.ceil((x / Math.max(width, 1)) * days)));
