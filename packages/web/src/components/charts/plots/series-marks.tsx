import { DefaultZIndexes, usePlotArea, useXAxisScale, useYAxisScale, ZIndexLayer } from 'recharts';
import { useCrosshair } from '../crosshair.tsx';
import { type SeriesRow, seriesKey, seriesLook, type WebsiteSeries } from '../website-series.ts';

interface SeriesMarksProps {
  series: readonly WebsiteSeries[];
  /** Scaled to the axis. */
  rows: readonly SeriesRow[];
}

const dotRadiusPx = 4.5;

/** A line at the selected hour, with a dot on each line of the chart. */
export function CrosshairMarks({ series, rows }: SeriesMarksProps) {
  const [at] = useCrosshair();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  const area = usePlotArea();
  const row = at === null ? undefined : rows.find((one) => one.at === at);
  const x = row && xOf?.(row.at);
  if (!row || x === undefined || !yOf || !area) return null;
  const dots = series.flatMap((one) => {
    const y = yOf(row[seriesKey(one)] ?? undefined);
    return y === undefined || Number.isNaN(y) || y < area.y - 1 ? [] : [{ one, y }];
  });
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.cursorLine}>
      <g data-mark="crosshair">
        <path d={`M${x} ${area.y}v${area.height}`} stroke="var(--text)" strokeOpacity={0.5} />
        {dots.map(({ one, y }) => (
          <circle
            key={one.id}
            cx={x}
            cy={y}
            r={dotRadiusPx}
            fill={seriesLook(one.position).color}
            stroke="var(--surface)"
            strokeWidth={2}
          />
        ))}
      </g>
    </ZIndexLayer>
  );
}

/** Two waves across the value axis, where its scale changes. */
export function BreakMark({ place }: { place: number }) {
  const yOf = useYAxisScale();
  const area = usePlotArea();
  const y = yOf?.(place);
  if (y === undefined || !area) return null;
  const wave = 'l4-3 4 4 4-3';
  return (
    <path
      data-mark="break"
      d={`M${area.x - 6} ${y - 2}${wave}M${area.x - 6} ${y + 2}${wave}`}
      fill="none"
      stroke="var(--hint)"
      strokeWidth={1.2}
    />
  );
}
