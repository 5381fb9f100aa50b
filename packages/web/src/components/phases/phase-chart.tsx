import { phaseNames } from '@upvigil/core/contract/names/states';
import type { PhaseHistory } from '@upvigil/core/contract/phases';
import { phaseLabels, phaseText } from '@upvigil/core/format/evidence-lines';
import { formatTime } from '../time/time-format.ts';
import { PhaseMark, phaseColours } from './phase-bar.tsx';

const heightPx = 96;

/** Durations of the phases over the last day: one stacked column for each 15 minutes. */
export function PhaseChart({ history, of }: { history: PhaseHistory; of: string }) {
  const totals = history.map(({ phases }) =>
    phases ? phaseNames.reduce((sum, name) => sum + (phases[name] ?? 0), 0) : 0,
  );
  const highest = Math.max(0, ...totals);
  if (highest === 0) return null;
  const newest = history.findLast(({ phases }) => phases !== null);
  return (
    <section className="card grid gap-2" aria-label={`Where the time goes of ${of}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3>Where the time goes</h3>
        <ul className="flex flex-wrap gap-x-3 text-xs text-(--muted)">
          {phaseNames.map((phase) => (
            <li key={phase} className="flex items-center gap-1.5">
              <PhaseMark phase={phase} />
              {phaseLabels[phase]}
            </li>
          ))}
        </ul>
      </div>
      {newest?.phases ? <p className="text-xs text-(--muted)">Last: {phaseText(newest.phases)}</p> : null}
      <svg
        role="img"
        aria-label={`Mean phases of 15 minutes, up to ${(highest * 1000).toFixed(0)} ms`}
        viewBox={`0 0 ${history.length} ${heightPx}`}
        preserveAspectRatio="none"
        className="block h-24 w-full"
      >
        {history.map((point, at) => (
          <Column key={point.time} point={point} at={at} pxPerSecond={heightPx / highest} />
        ))}
      </svg>
      <p className="flex justify-between text-xs text-(--muted)" aria-hidden="true">
        <span>{formatTime(history[0]?.time ?? '', 'hourMinute')}</span>
        <span>{formatTime(history.at(-1)?.time ?? '', 'hourMinute')}</span>
      </p>
    </section>
  );
}

interface ColumnProps {
  point: PhaseHistory[number];
  at: number;
  pxPerSecond: number;
}

function Column({ point: { time, phases }, at, pxPerSecond }: ColumnProps) {
  if (!phases) return null;
  let top = heightPx;
  return (
    <g data-graphic>
      <title>{`${formatTime(time, 'hourMinute')}: ${phaseText(phases)}`}</title>
      {phaseNames.map((phase) => {
        const height = (phases[phase] ?? 0) * pxPerSecond;
        top -= height;
        return (
          <rect key={phase} x={at + 0.1} y={top} width={0.8} height={height} style={{ fill: phaseColours[phase] }} />
        );
      })}
    </g>
  );
}
