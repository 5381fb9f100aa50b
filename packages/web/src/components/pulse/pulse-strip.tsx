import { memo } from 'react';
import { mergeBars, type PulseBar, pulsePaths } from './pulse-geometry.ts';
import { useRoom } from './use-room.ts';

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
