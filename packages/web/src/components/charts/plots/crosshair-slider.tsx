import type { KeyboardEvent, PointerEvent } from 'react';
import { useCrosshair } from '../crosshair.tsx';

interface CrosshairSliderProps {
  /** Accessible name. */
  label: string;
  /** Hours of the chart in ms since the epoch, oldest first. */
  times: readonly number[];
  /** Announced text of an hour. */
  describe: (at: number) => string;
  /** Distance in px of the first and last hour from the edges of the chart. */
  left: number;
  right: number;
}

/**
 * Invisible slider over a plot that moves the crosshair. One tab stop that announces the values of an hour: arrow keys,
 * Home and End move, Escape clears; a pointer selects the hour below it.
 */
export function CrosshairSlider({ label, times, describe, left, right }: CrosshairSliderProps) {
  const [at, setAt] = useCrosshair();
  const last = times.length - 1;
  const known = at === null ? -1 : times.indexOf(at);
  const shown = known === -1 ? last : known;
  const pick = (index: number) => setAt(times[Math.min(last, Math.max(0, index))] ?? null);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, shown, last);
    if (event.key === 'Escape') setAt(null);
    else if (next === null) return;
    else pick(next);
    event.preventDefault();
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    const [from = 0, to = 0] = [times[0], times[last]];
    pick(nearestIndex(times, from + share * (to - from)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-readonly="true"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={times.length}
      aria-valuenow={shown + 1}
      aria-valuetext={describe(times[shown] ?? 0)}
      className="absolute inset-y-0 [touch-action:pan-y] cursor-crosshair rounded-md focus-visible:-outline-offset-2"
      style={{ left, right }}
      onFocus={() => known === -1 && pick(last)}
      onBlur={() => setAt(null)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      // On touch screens, the selection stays after the finger is lifted.
      onPointerLeave={(event) => event.pointerType === 'touch' || setAt(null)}
    />
  );
}

function indexAfterKey(key: string, index: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return index - 1;
  if (key === 'ArrowRight' || key === 'ArrowUp') return index + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Index of the time closest to `wanted`. */
function nearestIndex(times: readonly number[], wanted: number): number {
  let nearest = 0;
  times.forEach((time, index) => {
    if (Math.abs(time - wanted) < Math.abs((times[nearest] ?? 0) - wanted)) nearest = index;
  });
  return nearest;
}
