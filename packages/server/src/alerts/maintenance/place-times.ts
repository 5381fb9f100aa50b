import type { Place } from '@upvigil/core/rules/maintenance-runs';

/** Places local times of a zone; see `Place`. Loads Temporal only for zones that need it. */
export async function placeIn(timeZone: string): Promise<Place> {
  if (timeZone === 'UTC') return (date, time) => date + time;
  const { Temporal } = await import('temporal-polyfill');
  return (date, time) =>
    Temporal.Instant.fromEpochMilliseconds(date + time)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}
