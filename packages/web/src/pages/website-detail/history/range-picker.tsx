import { historyRangeIds, timeRanges } from '@upvigil/core/time-ranges';
import { CalendarDays } from 'lucide-react';
import { Segmented } from '../../../components/basics/segmented.tsx';
import { DayPicker } from '../../../components/time/day-picker.tsx';
import { type Checked, type HistoryChoice, openingDay } from './use-history-range.ts';

interface RangePickerProps {
  of: Checked;
  choice: HistoryChoice;
  onChoose: (choice: HistoryChoice) => void;
}

const ranges = historyRangeIds.map((id) => ({ id, label: timeRanges[id].name, short: timeRanges[id].short }));
const day = {
  id: 'day',
  label: 'Day',
  icon: <CalendarDays aria-hidden="true" size={14} className="max-md:hidden" />,
} as const;

/** The time that a history shows: ranges, and one day with arrows to those beside it. */
export function RangePicker({ of, choice, onChoose }: RangePickerProps) {
  const isDay = 'day' in choice;
  const choose = (id: (typeof ranges)[number]['id'] | 'day') =>
    onChoose(id === 'day' ? { day: openingDay(of, Date.now()) } : { range: id });
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
