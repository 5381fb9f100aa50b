import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { mergeBars, type PulseBar, pulsePaths } from './pulse-geometry.ts';

const strokes: Record<PulseBar['tone'], string> = {
  up: 'stroke-(--up-g)',
  warn: 'stroke-(--warn-g)',
  down: 'stroke-(--down-g)',
  none: 'stroke-(--none-g)',
  info: 'stroke-(--maintenance-g)',
};

interface PulseStripProps {
  /** Oldest first. Keep the array: a new one is drawn anew. */
  bars: readonly PulseBar[];
  /** What it shows, in words. Without it the strip is decoration: the words stand beside it. */
  label?: string;
  /** In px. */
  height: number;
  /** Width of a bar in px, where there is room for it. */
  barPx: number;
}

/** The signature: round bars around a middle line, one drawing with a path for each state. It reads without colour. */
export const PulseStrip = memo(function PulseStrip({ bars, label, height, barPx }: PulseStripProps) {
  const [ref, roomPx] = useRoom<SVGSVGElement>();
  const shown = roomPx === null ? bars : mergeBars(bars, roomPx);
  const width = roomPx === null ? barPx : Math.min(barPx, Math.round((roomPx / shown.length) * 6.5) / 10);
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
      className="block w-full overflow-visible forced-color-adjust-none"
      style={{ height, paddingInline: barPx / 2 }}
      viewBox={shown.length > 1 ? `0.5 0 ${shown.length - 1} ${height}` : `0 0 1 ${height}`}
      preserveAspectRatio="none"
    >
      {pulsePaths(shown, { heightPx: height, barPx: width }).map(({ tone, d, strokeWidth }) => (
        <path
          key={tone}
          d={d}
          data-tone={tone}
          className={`fill-none ${strokes[tone]}`}
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
});

const listeners = new WeakMap<Element, (widthPx: number) => void>();
let shared: ResizeObserver | undefined;

/** One observer for all: lists have hundreds of strips. */
function observer(): ResizeObserver {
  shared ??= new ResizeObserver((entries) =>
    // Many rows come into view at once when a list above them gets short: who types does not wait for their strips.
    startTransition(() => {
      for (const { target, contentRect } of entries) listeners.get(target)?.(contentRect.width);
    }),
  );
  return shared;
}

/** How wide an element is, in px. Null until it was measured, and where nothing can be measured. */
function useRoom<T extends Element>(): [RefObject<T | null>, number | null] {
  const ref = useRef<T>(null);
  const [roomPx, setRoomPx] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    listeners.set(element, (widthPx) => setRoomPx(Math.floor(widthPx) || null));
    observer().observe(element);
    return () => {
      observer().unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return [ref, roomPx];
}
