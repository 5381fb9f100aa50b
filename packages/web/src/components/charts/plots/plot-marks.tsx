import { useId } from 'react';
import { usePlotArea, useXAxisScale } from 'recharts';
import { cutPeaks, type PlotPoint } from './chart-scale.ts';

export const cursorStyle = { stroke: 'var(--control)', strokeWidth: 1 } as const;

interface TooltipLine {
  key: string;
  name: string;
  value: string;
}

export function TooltipBox({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  return (
    <div className="rounded-lg border border-(--border) bg-(--pop) p-2 text-xs text-(--text) [box-shadow:var(--shadow)]">
      <p className="m-0 font-medium">{title}</p>
      {lines.map((line) => (
        <p key={line.key} className="m-0 flex items-center gap-2">
          <span className="max-w-40 truncate text-(--muted)">{line.name}</span>
          <span className="ml-auto pl-2">{line.value}</span>
        </p>
      ))}
    </div>
  );
}

const tickHeightPx = 6;

/** One path for all failed checks, marked on the baseline. */
export function FailureMarks({ times }: { times: readonly number[] }) {
  const scale = useXAxisScale();
  const area = usePlotArea();
  if (!scale || !area || times.length === 0) return null;
  const bottom = area.y + area.height;
  const path = times
    .map((time) => scale(time))
    .filter((x) => x !== undefined)
    .map((x) => `M${x} ${bottom}v-${tickHeightPx}`)
    .join('');
  return <path d={path} stroke="var(--down-g)" strokeWidth={2} fill="none" />;
}

interface PeakMarksProps {
  lines: readonly (readonly PlotPoint[])[];
  /** Maximum of the axis. */
  top: number;
  formatValue: (value: number) => string;
}

/** Width in px of a peak's label. A peak closer than this to the previous one has a mark only. */
const peakWordsPx = 64;

/** Marks each peak that is clipped at the top of the axis, with its value above the plot. */
export function PeakMarks({ lines, top, formatValue }: PeakMarksProps) {
  const xOf = useXAxisScale();
  const area = usePlotArea();
  if (!xOf || !area) return null;
  const peaks = lines
    .flatMap((points) => {
      const values = points.map(({ value }) => value);
      return cutPeaks(values, top).map(({ index, value }) => ({ value, x: xOf(points[index]?.at) ?? 0 }));
    })
    .sort((a, b) => a.x - b.x);
  let wordsEnd = Number.NEGATIVE_INFINITY;
  return peaks.map(({ value, x }) => {
    const isAtEnd = x + peakWordsPx > area.x + area.width;
    const hasWords = (isAtEnd ? x - peakWordsPx : x) >= wordsEnd;
    if (hasWords) wordsEnd = isAtEnd ? x : x + peakWordsPx;
    return (
      <g key={`${x} ${value}`} data-mark="peak" fill="var(--text)">
        <path d={`M${x - 4} ${area.y - 4}h8l-4-7z`} />
        {hasWords ? (
          <text x={isAtEnd ? x - 8 : x + 8} y={area.y - 4} textAnchor={isAtEnd ? 'end' : 'start'} fontSize={11}>
            {formatValue(value)}
          </text>
        ) : null}
      </g>
    );
  });
}

/** An id for SVG patterns and gradients. `useId` contains characters that `url()` does not accept. */
export const useSvgId = (): string => `c${useId().replace(/\W/g, '')}`;

interface SyncPoint {
  value?: unknown;
  payload?: { value?: unknown };
}

/** Index of the closest tick in time, so that charts with different samples can share a crosshair. */
export function nearestInTime(ticks: readonly SyncPoint[], active: { activeLabel?: unknown }): number {
  const wanted = Number(active.activeLabel);
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  ticks.forEach((tick, index) => {
    const away = Math.abs(Number(tick.value) - wanted);
    if (away < distance) {
      nearest = index;
      distance = away;
    }
  });
  return nearest;
}
