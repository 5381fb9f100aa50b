import { usePlotArea, useXAxisScale } from 'recharts';
import type { ChartEvents } from './chart-events.ts';
import { axisStyle } from './plot-axes.tsx';
import { useSvgId } from './plot-marks.tsx';
import { placeInLane } from './text-lane.ts';

interface EventMarksProps {
  /** Only events within the axis. */
  events: ChartEvents;
  /** Distance in px from the plot up to the baseline of the labels. */
  laneAbove: number;
  /** False where the chart has a lane of its own for the labels. */
  isLabelled?: boolean;
}

/** Longer labels are cut. The title and the data table contain the full text. */
const mostLetters = 20;

/** Work as hatched bands, and changes as dotted lines with their labels above. Drawn before the lines of a chart, which go over it. */
export function EventMarks({ events: { runs, marks }, laneAbove, isLabelled = true }: EventMarksProps) {
  const xOf = useXAxisScale();
  const area = usePlotArea();
  const hatch = useSvgId();
  if (!xOf || !area || runs.length + marks.length === 0) return null;
  const labels = (isLabelled ? marks : []).map(({ id, at, label }) => ({
    id,
    text: shortened(label),
    x: xOf(at) ?? area.x,
  }));
  return (
    <g data-mark="events">
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 3h6" stroke="var(--maintenance-g)" strokeOpacity={0.45} strokeWidth={1.5} />
      </pattern>
      {runs.map(({ id, from, to, title }) => {
        const x = xOf(from) ?? area.x;
        return (
          <rect
            key={id}
            data-mark="maintenance"
            x={x}
            y={area.y}
            width={Math.max(2, (xOf(to) ?? x) - x)}
            height={area.height}
            fill={`url(#${hatch})`}
          >
            <title>{title}</title>
          </rect>
        );
      })}
      {marks.map(({ id, at, label }) => (
        <path
          key={id}
          data-mark="change"
          d={`M${xOf(at) ?? area.x} ${area.y - laneAbove + 3}V${area.y + area.height}`}
          stroke="var(--text)"
          strokeDasharray="1.5 3"
        >
          <title>{label}</title>
        </path>
      ))}
      {placeInLane(labels, area).map(({ id, text, x }) => (
        <text key={id} x={x} y={area.y - laneAbove} {...axisStyle} fill="var(--text)">
          {text}
        </text>
      ))}
    </g>
  );
}

export const shortened = (label: string): string =>
  label.length > mostLetters ? `${label.slice(0, mostLetters - 1).trimEnd()}…` : label;
