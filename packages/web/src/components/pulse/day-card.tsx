import { figures } from '../../language/figures.ts';
import { Badge } from '../basics/badge.tsx';
import { dayFigure, dayWords, maintenanceWords, type StripDay } from './strip-days.ts';

/** Says what the slider's value says, for eyes: day, date, figure, time down and its outages. Never leaves the strip's width. */
export function DayCard({ day, of }: { day: StripDay; of: number }) {
  const words = dayWords();
  const middle = ((day.number - 0.5) / of) * 100;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-10 mb-2 grid w-56 gap-1.5 rounded-[10px] bg-(--pop) px-3 py-2.5 text-xs text-(--muted) [box-shadow:var(--shadow)] forced-colors:border"
      style={{ left: `clamp(0px, calc(${middle}% - 7rem), calc(100% - 14rem))` }}
    >
      <p className="flex justify-between gap-2">
        <span className="font-semibold text-(--text)">{words.day({ number: day.number })}</span>
        <span>{day.date}</span>
      </p>
      <p>
        <Badge tone={day.tone}>{day.tone === 'none' ? words.noData : dayFigure(day)}</Badge>
      </p>
      {day.isDownTimeKnown && day.downSeconds > 0 ? <p className="text-(--text)">{downOf(day)}</p> : null}
      {day.maintenanceSeconds > 0 && day.tone !== 'info' ? <p>{maintenanceWords(day.maintenanceSeconds)}</p> : null}
      {day.checks > 0 ? <p>{words.checks({ count: day.checks })}</p> : null}
    </div>
  );
}

function downOf({ downSeconds, outages }: StripDay): string {
  const words = dayWords();
  const down = words.downFor({ duration: figures().duration(downSeconds) });
  return outages ? words.downIn({ down, outages: words.outages({ count: outages }) }) : down;
}
