import { mergeBars, type PulseBar, pulsePaths } from '@upvigil/core/status/pulse-geometry';
import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';

const strokes: Record<PulseBar['tone'], string> = {
  up: 'stroke-(--up-g)',
  warn: 'stroke-(--warn-g)',
  down: 'stroke-(--down-g)',
  none: 'stroke-(--none-g)',
  info: 'stroke-(--maintenance-g)',
};

interface PulseStripProps {
  /** Oldest first. Keep the array: a new one is drawn again. */
  bars: readonly PulseBar[];
  /** Accessible name. Without it, the strip is decorative, because the text is shown beside it. */
  label?: string;
  height: number;
  /** Maximum width of a bar in px. */
  barPx: number;
}

/** Round bars around a centre line: one SVG with a path for each state. Height shows the state without colour. */
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

/** One observer for all strips, because lists have hundreds of them. */
function observer(): ResizeObserver {
  shared ??= new ResizeObserver((entries) =>
    // A shorter list above brings many rows into view at once. As a transition, their strips do not block typing.
    startTransition(() => {
      for (const { target, contentRect } of entries) listeners.get(target)?.(contentRect.width);
    }),
  );
  return shared;
}

/** Width of an element in px; null until it is measured. */
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
