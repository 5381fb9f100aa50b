import { dayBeside, historyRangeIds, localDay, timeRanges } from '@upvigil/core/time-ranges';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { controlClass } from '../../../components/basics/control-class.ts';
import { Segmented } from '../../../components/basics/segmented.tsx';
import type { HistoryChoice } from './use-history-range.ts';

interface RangePickerProps {
  choice: HistoryChoice;
  onChoose: (choice: HistoryChoice) => void;
}

const ranges = historyRangeIds.map((id) => ({ id, label: timeRanges[id].name, short: timeRanges[id].short }));
const day = {
  id: 'day',
  label: 'Day',
  icon: <CalendarDays aria-hidden="true" size={14} className="max-md:hidden" />,
} as const;

/** The time that a history shows: ranges, and one day with arrows to those beside it. Yesterday comes first. */
export function RangePicker({ choice, onChoose }: RangePickerProps) {
  const isDay = 'day' in choice;
  const choose = (id: (typeof ranges)[number]['id'] | 'day') =>
    onChoose(id === 'day' ? { day: dayBeside(localDay(Date.now()), -1) } : { range: id });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Segmented
        label="Time of the history"
        segments={[...ranges, day]}
        selected={isDay ? 'day' : choice.range}
        onSelect={choose}
      />
      {isDay ? <DayPicker day={choice.day} onDay={(next) => onChoose({ day: next })} /> : null}
    </div>
  );
}

const arrowClass =
  'grid size-8 shrink-0 cursor-pointer place-items-center rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) disabled:cursor-default disabled:opacity-40 pointer-coarse:size-11';

function DayPicker({ day: shown, onDay }: { day: string; onDay: (day: string) => void }) {
  const today = localDay(Date.now());
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className={arrowClass}
        aria-label="Day before"
        title="Day before"
        onClick={() => onDay(dayBeside(shown, -1))}
      >
        <ChevronLeft aria-hidden="true" size={16} />
      </button>
      <input
        type="date"
        aria-label="Day"
        className={`${controlClass} h-8 w-36 pointer-coarse:h-11`}
        value={shown}
        max={today}
        onChange={({ target }) => target.value && target.value <= today && onDay(target.value)}
      />
      <button
        type="button"
        className={arrowClass}
        aria-label="Day after"
        title="Day after"
        disabled={shown >= today}
        onClick={() => onDay(dayBeside(shown, 1))}
      >
        <ChevronRight aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
