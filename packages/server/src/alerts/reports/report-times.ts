import type { ReportInput } from '@upvigil/core/contract/reports';
import { weekdays } from '@upvigil/core/contract/routing';

export type ReportSchedule = Pick<ReportInput, 'frequency' | 'weekday' | 'time' | 'time_zone'>;

/** A run that was missed by less is made late; one that was missed by more is left out. Milliseconds. */
export const lateAtMost = 12 * 3_600_000;

/** A moment that a change of clocks skips comes later by what it skips; of a doubled one the first counts: Temporal's `compatible`. */
const load = async () => (await import('temporal-polyfill')).Temporal;

/**
 * When a report is due next after a moment, milliseconds since the epoch. Of times that clocks skip or double:
 * tc39.es/proposal-temporal/docs/timezone.html.
 */
export async function nextReportAt(
  { frequency, weekday, time, time_zone: timeZone }: ReportSchedule,
  after: number,
): Promise<number> {
  const Temporal = await load();
  const plainTime = Temporal.PlainTime.from(time);
  // From the day before: clocks that change at midnight may put its time after that moment.
  let day = Temporal.Instant.fromEpochMilliseconds(after)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (;;) {
    // Days of the week are counted from Monday, 1.
    const isDay = frequency === 'daily' || weekdays[day.dayOfWeek - 1] === weekday;
    const at = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    if (isDay && at > after) return at;
    day = day.add({ days: 1 });
  }
}

/** When the time begins that a report of that moment is about: a day or a week before, by the clocks of its zone. */
export async function periodStart({ frequency, time_zone }: ReportSchedule, at: number): Promise<number> {
  const Temporal = await load();
  const end = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone);
  return end.subtract(frequency === 'daily' ? { days: 1 } : { weeks: 1 }).epochMilliseconds;
}
