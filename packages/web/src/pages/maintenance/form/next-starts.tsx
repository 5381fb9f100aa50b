import { isTimeZone } from '@upvigil/core/contract/fields/time-zones';
import { plannedRuns, type Schedule } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';
import { memo } from 'react';
import { ownTimeZone } from '../../../components/forms/time-zone-field.tsx';
import { placeInZone } from './place-in-zone.ts';

const shownStarts = 5;
/** Limits the search for the next start of a rule, which may have none. */
const farMs = 10 * 366 * dayMs;

/** Next starts in ms since the epoch; empty for an incomplete schedule. */
function nextStarts(schedule: Schedule, timeZone: string, now: number): number[] {
  if (!isTimeZone(timeZone)) return [];
  const span = { from: now, to: now + farMs, most: shownStarts + 1 };
  return plannedRuns(schedule, placeInZone(timeZone), span)
    .map(({ starts_at }) => starts_at)
    .filter((start) => start > now)
    .slice(0, shownStarts);
}

interface NextStartsProps extends Schedule {
  timeZone: string;
  /** In ms since the epoch. */
  now: number;
}

/**
 * The next five starts in the window's time zone and, if it differs, in the browser's. Memoized, because other fields
 * of the form render often.
 */
export const NextStarts = memo(function NextStarts({ timeZone, now, ...schedule }: NextStartsProps) {
  const starts = nextStarts(schedule, timeZone, now);
  const here = ownTimeZone();
  const zones = timeZone === here ? [here] : [timeZone, here];
  if (starts.length === 0) return <p className="text-xs text-(--muted)">No future start.</p>;
  return (
    <table className="w-full border-collapse text-left text-xs">
      <caption className="mb-1 text-left font-medium">Next starts</caption>
      <thead>
        <tr>
          {zones.map((zone, at) => (
            <th key={zone} scope="col" className="py-1 pr-2 font-medium wrap-anywhere text-(--muted)">
              {at === 0 ? zone : `Your time zone, ${zone}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {starts.map((start) => (
          <tr key={start} className="border-t border-(--border)">
            {zones.map((zone) => (
              <td key={zone} className="py-1 pr-2">
                {inZone(start, zone)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** 'Sun, 28 Mar 2027, 03:30'. */
const inZone = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(time);
