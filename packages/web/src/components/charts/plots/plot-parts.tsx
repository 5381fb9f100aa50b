import { useId } from 'react';
import { usePlotArea, useXAxisScale } from 'recharts';

export const cursorStyle = { stroke: 'var(--control)', strokeWidth: 1 } as const;

export interface TooltipLine {
  key: string;
  name: string;
  value: string;
  /** CSS colour of the swatch. Absent where there is only one series. */
  color?: string;
}

/** What a chart says about the moment below the crosshair. */
export function TooltipBox({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  return (
    <div className="rounded-lg border border-(--border) bg-(--pop) p-2 text-xs text-(--text) [box-shadow:var(--shadow)]">
      <p className="m-0 font-medium">{title}</p>
      {lines.map((line) => (
        <p key={line.key} className="m-0 flex items-center gap-2">
          {line.color ? (
            <span aria-hidden="true" className="size-2 rounded-xs" style={{ background: line.color }} />
          ) : null}
          <span className="max-w-40 truncate text-(--muted)">{line.name}</span>
          <span className="ml-auto pl-2">{line.value}</span>
        </p>
      ))}
    </div>
  );
}

const tickHeightPx = 6;

/** One path with a mark on the baseline for each failed check. */
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

/** An id for an SVG pattern or gradient: unique in the page, and without characters that `url()` does not accept. */
export const useSvgId = (): string => `c${useId().replace(/\W/g, '')}`;

interface SyncPoint {
  value?: unknown;
  payload?: { value?: unknown };
}

/** The index of the tick that is nearest in time, so that charts with different samples share a crosshair. */
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
