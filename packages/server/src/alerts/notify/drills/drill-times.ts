import { defaults } from '@upvigil/core/defaults';
import { hourMs } from '@upvigil/core/time';

/** Local hour at which drills are sent, on working days. */
const hourOfDay = 10;
/** How late a drill may start. When the program did not run, it waits for the next working day. */
const windowMilliseconds = hourMs;
/** An unconfirmed drill is repeated once after this. */
export const repeatAfterMilliseconds = 72 * hourMs;

/**
 * The time of the next drill in milliseconds since the epoch: 10:00 of a working day in the time zone, 30 days after
 * the previous one (`last`; null without one). A result at or before `now` means now. A 10:00 that clocks skip or
 * repeat follows Temporal's `compatible`: tc39.es/proposal-temporal/docs/timezone.html.
 */
export async function nextDrillAt(last: number | null, timeZone: string, now: number): Promise<number> {
  const { Temporal } = await import('temporal-polyfill');
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const after = last === null ? null : dayOf(last).add({ days: defaults.drillDays });
  const oldest = dayOf(now - windowMilliseconds);
  let day = after !== null && Temporal.PlainDate.compare(after, oldest) > 0 ? after : oldest;
  for (;;) {
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour: hourOfDay } }).epochMilliseconds;
    // Days of the week start with Monday, 1.
    if (day.dayOfWeek <= 5 && at > now - windowMilliseconds) return at;
    day = day.add({ days: 1 });
  }
}
