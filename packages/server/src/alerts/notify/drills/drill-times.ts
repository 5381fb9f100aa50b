import { defaults } from '@upvigil/core/defaults';

/** A drill goes at this hour of a day on which people work. */
const hourOfDay = 10;
/** So long after its time a drill still goes. Where the program did not run then, it waits for the next working day. */
const windowMilliseconds = 3_600_000;
/** An unconfirmed drill is repeated once after this. */
export const repeatAfterMilliseconds = 72 * 3_600_000;

/**
 * When the next drill goes, milliseconds since the epoch: at 10:00 of a working day in the time zone, 30 days after the one before
 * (`last`; null where there was none). At or before `now`: it goes now. A 10:00 that clocks skip or double is as Temporal's
 * `compatible` has it: tc39.es/proposal-temporal/docs/timezone.html.
 */
export async function nextDrillAt(last: number | null, timeZone: string, now: number): Promise<number> {
  const { Temporal } = await import('temporal-polyfill');
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const after = last === null ? null : dayOf(last).add({ days: defaults.drillDays });
  const oldest = dayOf(now - windowMilliseconds);
  let day = after !== null && Temporal.PlainDate.compare(after, oldest) > 0 ? after : oldest;
  for (;;) {
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour: hourOfDay } }).epochMilliseconds;
    // Days of the week are counted from Monday, 1.
    if (day.dayOfWeek <= 5 && at > now - windowMilliseconds) return at;
    day = day.add({ days: 1 });
  }
}
