import { formatDuration } from '@upvigil/core/format/duration';
import { formatPercent } from '@upvigil/core/format/percent';
import { Badge } from '../basics/badge.tsx';
import { dayStateWord, type StripDay } from './strip-days.ts';

/** Says what the slider's value says, for eyes: day, date, figure, time down and its outages. Never leaves the strip's width. */
export function DayCard({ day, of }: { day: StripDay; of: number }) {
  const middle = ((day.number - 0.5) / of) * 100;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-10 mb-2 grid w-56 gap-1.5 rounded-[10px] bg-(--pop) px-3 py-2.5 text-xs text-(--muted) [box-shadow:var(--shadow)] forced-colors:border"
      style={{ left: `clamp(0px, calc(${middle}% - 7rem), calc(100% - 14rem))` }}
    >
      <p className="flex justify-between gap-2">
        <span className="font-semibold text-(--text)">Day {day.number}</span>
        <span>{day.date}</span>
      </p>
      <p>
        <Badge tone={day.tone}>
          {day.uptime === null ? 'No data' : `${formatPercent(day.uptime)} uptime, ${dayStateWord(day)}`}
        </Badge>
      </p>
      {day.isDownTimeKnown && day.downSeconds > 0 ? (
        <p className="text-(--text)">
          {[`${formatDuration(day.downSeconds)} down`, outagesOf(day.outages)].filter(Boolean).join(' in ')}
        </p>
      ) : null}
      {day.checks > 0 ? <p>{day.checks} checks</p> : null}
    </div>
  );
}

function outagesOf(count: number | null): string {
  if (count === null || count === 0) return '';
  return count === 1 ? '1 outage' : `${count} outages`;
}
