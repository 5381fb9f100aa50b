import type { ReportInput } from '@upvigil/core/contract/reports';
import { weekdays } from '@upvigil/core/contract/routing';
import { hourMs } from '@upvigil/core/time';

export type ReportSchedule = Pick<ReportInput, 'frequency' | 'weekday' | 'time' | 'time_zone'>;

/** A run that was missed by less is made late; one missed by more is skipped. Milliseconds. */
export const lateAtMost = 12 * hourMs;

/**
 * A local time that clocks skip moves later by the skipped amount; of a repeated time the first counts: Temporal's
 * `compatible`.
 */
const load = async () => (await import('temporal-polyfill')).Temporal;

/**
 * The next due time after `after`, in milliseconds since the epoch. For skipped and repeated local times:
 * tc39.es/proposal-temporal/docs/timezone.html.
 */
export async function nextReportAt(
  { frequency, weekday, time, time_zone: timeZone }: ReportSchedule,
  after: number,
): Promise<number> {
  const Temporal = await load();
  const plainTime = Temporal.PlainTime.from(time);
  // From the day before: a clock change at midnight may put its time after `after`.
  let day = Temporal.Instant.fromEpochMilliseconds(after)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (;;) {
    // Days of the week start with Monday, 1.
    const isDay = frequency === 'daily' || weekdays[day.dayOfWeek - 1] === weekday;
    const at = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    if (isDay && at > after) return at;
    day = day.add({ days: 1 });
  }
}

/** The start of the period of a report due at `at`: a day or a week before, in local time of its zone. */
export async function periodStart({ frequency, time_zone }: ReportSchedule, at: number): Promise<number> {
  const Temporal = await load();
  const end = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone);
  return end.subtract(frequency === 'daily' ? { days: 1 } : { weeks: 1 }).epochMilliseconds;
}
