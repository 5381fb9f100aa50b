import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import { figures } from '../../language/figures.ts';
import { useNearViewport } from '../lists/use-near-viewport.ts';
import { Badge } from '../tones/badge.tsx';
import { PulseStrip } from './pulse-strip.tsx';
import {
  dayFigure,
  dayWords,
  describeDay,
  describeStrip,
  maintenanceWords,
  type StripDay,
  stripDays,
  stripUptime,
} from './strip-days.ts';

/** Height of the strip and maximum width of a bar in px. */
const size = { height: 36, bar: 9 };

/** Days are 1-based. `pinned` keeps the card open when the pointer leaves. */
interface Picked {
  day: number;
  pinned: boolean;
}

interface DayStripProps {
  /** Oldest first, as sent by the server. Missing days are shown without data. */
  days: DailyUptime;
  /** Name of the website or monitor, part of the accessible name. */
  label: string;
  /** For long lists: outside the viewport, the days are a single drawing instead of one element each. */
  isLight?: boolean;
}

/**
 * Strip of 30 days. One tab stop that announces each day's value: arrow keys, Home and End move, Enter pins, Escape
 * closes; a pointer selects the day below it.
 */
export const DayStrip = memo(function DayStrip({ days, label, isLight = false }: DayStripProps) {
  const strip = useMemo(() => stripDays(days), [days]);
  const bars = useMemo(() => strip.map((day) => dayBar(day.tone, day.lostSeconds)), [strip]);
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
        className="relative cursor-default rounded-md"
        onFocus={() => picked ?? pick(lastDay, false)}
        onBlur={close}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={() => picked?.pinned || close()}
      >
        <PulseStrip bars={bars} height={size.height} barPx={size.bar} />
        {isNear || !isLight ? <Segments strip={strip} /> : null}
        {picked ? <Pick day={lastDay} of={strip.length} /> : null}
      </div>
      {picked && shown ? <DayCard day={shown} of={strip.length} /> : null}
      <div className="mt-1.5 flex justify-between text-xs text-(--muted)">
        <span>{dayWords().daysAgo({ count: strip.length })}</span>
        <span className="font-semibold text-(--text)">{figures().percent(stripUptime(strip))}</span>
        <span>{dayWords().today}</span>
      </div>
    </div>
  );
});

/** Invisible elements whose titles describe each day on hover. */
const Segments = memo(function Segments({ strip }: { strip: readonly StripDay[] }) {
  return (
    <div
      className="pointer-events-none absolute inset-0 grid"
      style={{ gridTemplateColumns: `repeat(${strip.length}, minmax(0, 1fr))` }}
    >
      {strip.map((day) => (
        <span key={day.number} title={describeDay(day)} data-tone={day.tone} />
      ))}
    </div>
  );
});

/** Frame around the selected day. */
function Pick({ day, of }: { day: number; of: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -inset-y-1 rounded-md border-[1.5px] border-(--text)"
      style={{ left: `calc((100% - ${size.bar}px) * ${(day - 1) / (of - 1)} - 2px)`, width: size.bar + 4 }}
    />
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

/** Visible form of the slider's value: day, date, uptime, downtime and outages. Stays within the width of the strip. */
function DayCard({ day, of }: { day: StripDay; of: number }) {
  const words = dayWords();
  const middle = ((day.number - 0.5) / of) * 100;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-10 mb-2 grid w-56 gap-1.5 rounded-[10px] bg-(--pop) px-3 py-2.5 text-xs text-(--muted) [box-shadow:var(--shadow)] forced-colors:border"
      style={{ left: `clamp(0px, calc(${middle}% - 7rem), calc(100% - 14rem))` }}
    >
      <p className="flex justify-between gap-2">
        <span className="font-semibold text-(--text)">{words.day({ number: day.number })}</span>
        <span>{day.date}</span>
      </p>
      <p>
        <Badge tone={day.tone}>{day.tone === 'none' ? words.noData : dayFigure(day)}</Badge>
      </p>
      {day.isDownTimeKnown && day.downSeconds > 0 ? <p className="text-(--text)">{downOf(day)}</p> : null}
      {day.maintenanceSeconds > 0 && day.tone !== 'info' ? <p>{maintenanceWords(day.maintenanceSeconds)}</p> : null}
      {day.checks > 0 ? <p>{words.checks({ count: day.checks })}</p> : null}
    </div>
  );
}

function downOf({ downSeconds, outages }: StripDay): string {
  const words = dayWords();
  const down = words.downFor({ duration: figures().duration(downSeconds) });
  return outages ? words.downIn({ down, outages: words.outages({ count: outages }) }) : down;
}
