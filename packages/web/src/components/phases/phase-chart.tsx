import { phaseNames } from '@upvigil/core/contract/names/states';
import type { PhaseHistory } from '@upvigil/core/contract/phases';
import { phaseLabels, phaseText, phaseTime } from '@upvigil/core/format/evidence-lines';
import { formatTimeTick, secondsAbove, timeTicks } from '../charts/plots/chart-scale.ts';
import { formatTime } from '../time/time-format.ts';
import { PhaseMark, phaseColours } from './phase-bar.tsx';

const heightPx = 96;
/** Lines of the axis, the one at 0 included. */
const tickCount = 4;
const timeTickCount = 5;

/** Durations of the phases over the last day: one stacked column for each 15 minutes. */
export function PhaseChart({ history, of }: { history: PhaseHistory; of: string }) {
  const totals = history.map(({ phases }) =>
    phases ? phaseNames.reduce((sum, name) => sum + (phases[name] ?? 0), 0) : 0,
  );
  const highest = Math.max(0, ...totals);
  if (highest === 0) return null;
  const ticks = secondsAbove(
    totals.filter((total) => total > 0),
    tickCount,
  );
  const top = ticks.at(-1) ?? highest;
  const newest = history.findLast(({ phases }) => phases !== null);
  return (
    <section className="card grid gap-2" aria-label={`Time by phase of ${of}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3>Time by phase</h3>
        <dl className="flex flex-wrap gap-x-3 text-xs text-(--muted)">
          {phaseNames.map((phase) => (
            <div key={phase} className="flex items-center gap-1.5">
              <PhaseMark phase={phase} />
              <dt>{phaseLabels[phase]}</dt>
              {newest?.phases?.[phase] == null ? null : (
                <dd className="font-medium text-(--text)">{phaseTime(newest.phases[phase])}</dd>
              )}
            </div>
          ))}
        </dl>
      </div>
      <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2 pt-2 text-[0.6875rem] text-(--muted)">
        <ol aria-hidden="true" className="relative text-right" style={{ height: heightPx }}>
          {ticks.map((tick) => (
            <li
              key={tick}
              className="absolute right-0 leading-none"
              style={{ bottom: `calc(${share(tick, top)} - 0.5em)` }}
            >
              {formatTimeTick(tick, top, 's')}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`Mean phases of 15 minutes, up to ${phaseTime(highest)}`}
          viewBox={`0 0 ${history.length} ${heightPx}`}
          preserveAspectRatio="none"
          className="block h-24 w-full"
        >
          <path
            d={ticks.map((tick) => `M0 ${heightPx * (1 - tick / top)}H${history.length}`).join('')}
            className="stroke-(--grid)"
            vectorEffect="non-scaling-stroke"
          />
          {history.map((point, at) => (
            <Column key={point.time} point={point} at={at} top={top} />
          ))}
        </svg>
        <TimeScale history={history} />
      </div>
    </section>
  );
}

const share = (tick: number, top: number): string => `${(tick / top) * 100}%`;

/** Round local times below the columns. */
function TimeScale({ history }: { history: PhaseHistory }) {
  const [first, second] = history.map(({ time }) => Date.parse(time));
  if (first === undefined || second === undefined) return null;
  const span = (second - first) * history.length;
  return (
    <ol aria-hidden="true" className="relative col-start-2 h-4">
      {timeTicks(first, first + span * 0.97, timeTickCount).map((time) => (
        <li
          key={time}
          className="absolute pt-1 leading-none first:translate-x-0 not-first:-translate-x-1/2"
          style={{ left: share(time - first, span) }}
        >
          {formatTime(time, 'hourMinute')}
        </li>
      ))}
    </ol>
  );
}

interface ColumnProps {
  point: PhaseHistory[number];
  at: number;
  /** Of the axis, in seconds. */
  top: number;
}

/** What is above the axis is cut at its top. */
function Column({ point: { time, phases }, at, top }: ColumnProps) {
  if (!phases) return null;
  let bottom = heightPx;
  return (
    <g data-graphic>
      <title>{`${formatTime(time, 'hourMinute')}: ${phaseText(phases)}`}</title>
      {phaseNames.map((phase) => {
        const height = Math.min(bottom, ((phases[phase] ?? 0) / top) * heightPx);
        bottom -= height;
        return (
          <rect key={phase} x={at + 0.1} y={bottom} width={0.8} height={height} style={{ fill: phaseColours[phase] }} />
        );
      })}
    </g>
  );
}
