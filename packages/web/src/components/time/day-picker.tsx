import { dayBeside, isPastDay, type LocalDay, localDay } from '@upvigil/core/time-ranges';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { controlClass } from '../basics/control-class.ts';

const arrowClass =
  'grid size-8 shrink-0 cursor-pointer place-items-center rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) disabled:cursor-default disabled:opacity-40 pointer-coarse:size-11';

interface DayPickerProps {
  day: LocalDay;
  onDay: (day: LocalDay) => void;
  disabled?: boolean | undefined;
}

/** One local day, with arrows to those beside it. */
export function DayPicker({ day: shown, onDay, disabled = false }: DayPickerProps) {
  const today = localDay(Date.now());
  const choose = (text: string) => isPastDay(text, Date.now()) && onDay(text);
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className={arrowClass}
        aria-label="Day before"
        title="Day before"
        disabled={disabled}
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
        disabled={disabled}
        onChange={({ target }) => choose(target.value)}
      />
      <button
        type="button"
        className={arrowClass}
        aria-label="Day after"
        title="Day after"
        disabled={disabled || shown >= today}
        onClick={() => onDay(dayBeside(shown, 1))}
      >
        <ChevronRight aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
