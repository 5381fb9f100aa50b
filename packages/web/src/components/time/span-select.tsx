import { dayBeside, localDay, type TimeSpan } from '@upvigil/core/time-ranges';
import { useId } from 'react';
import { controlClass } from '../basics/control-class.ts';
import { DayPicker } from './day-picker.tsx';

interface SpanSelectProps {
  label: string;
  isLabelShown?: boolean;
  /** The ranges that end now, in hours. */
  ranges: readonly { hours: number; label: string }[];
  span: TimeSpan;
  onChoose: (span: TimeSpan) => void;
  disabled?: boolean;
  title?: string | undefined;
}

const day = 'day';

/** The time that a page shows: ranges that end now, and one day with a calendar and arrows. Yesterday comes first. */
export function SpanSelect({ label, isLabelShown = false, ranges, span, onChoose, ...state }: SpanSelectProps) {
  const id = useId();
  const choose = (value: string) => onChoose(value === day ? dayBeside(localDay(Date.now()), -1) : Number(value));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isLabelShown ? (
        <label htmlFor={id} className="text-(--muted)">
          {label}
        </label>
      ) : null}
      <select
        id={id}
        aria-label={isLabelShown ? undefined : label}
        className={controlClass}
        value={typeof span === 'number' ? span : day}
        onChange={({ target }) => choose(target.value)}
        {...state}
      >
        {ranges.map((range) => (
          <option key={range.hours} value={range.hours}>
            {range.label}
          </option>
        ))}
        <option value={day}>Day</option>
      </select>
      {typeof span === 'number' ? null : <DayPicker day={span} onDay={onChoose} disabled={state.disabled} />}
    </div>
  );
}
