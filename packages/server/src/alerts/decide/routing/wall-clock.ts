import { type Weekday, weekdays } from '@upvigil/core/contract/routing';
import { dayMs, minuteMs } from '@upvigil/core/time';

/** One day of a time zone's calendar. */
export interface WallDay {
  weekday: Weekday;
  /**
   * The time at which clocks show `minutes` after the day's first midnight, in milliseconds since the epoch; from
   * 1440 on in the next day. A skipped time moves later by the skipped amount; of a repeated time the first counts.
   */
  place(minutes: number): number;
}

/** A date as midnight UTC of the same date, in milliseconds since the epoch. */
type DateNumber = number;

export type WallClock = Awaited<ReturnType<typeof openWallClock>>;

/**
 * The local time of a time zone. Loads Temporal only for zones that need it. The disambiguation `compatible` is described
 * at tc39.es/proposal-temporal/docs/timezone.html#ambiguity-due-to-dst-or-other-time-zone-offset-changes.
 */
export async function openWallClock(timeZone: string) {
  const calendar = timeZone === 'UTC' ? utc : await openCalendar(timeZone);
  const known = new Map<DateNumber, WallDay>();
  const dayOf = (date: DateNumber): WallDay => {
    const found = known.get(date) ?? wallDay(calendar, date);
    // Evaluations need a few days at a time; without a limit the cache would grow with the process's age.
    if (known.size > 64) known.clear();
    known.set(date, found);
    return found;
  };
  const show = showIn(timeZone);
  return {
    /** The days on which a span of up to 24 hours that covers `at` can start. `at`: milliseconds since the epoch. */
    daysAround(at: number): readonly WallDay[] {
      const today = calendar.dateOf(at);
      // With clock changes around midnight, a time can lie up to two days after a span's first day, or one before it.
      return [-2, -1, 0, 1].map((offset) => dayOf(today + offset * dayMs));
    },
    /** 'HH:MM'. */
    timeOfDay: (at: number): string => show(at).slice(11),
    /** 'YYYY-MM-DD'. */
    date: (at: number): string => show(at).slice(0, 10),
  };
}

/** 'YYYY-MM-DD HH:MM'. Created lazily: most documents never need it, and a formatter is expensive. */
function showIn(timeZone: string): (at: number) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone });
    return format.format(at);
  };
}

function wallDay(calendar: Calendar, date: DateNumber): WallDay {
  // 1 January 1970, day 0, is a Thursday.
  const weekday = weekdays[(((date / dayMs + 3) % 7) + 7) % 7] ?? 'mon';
  if (calendar.isSteady(date)) {
    const midnight = calendar.place(date, 0);
    return { weekday, place: (minutes) => midnight + minutes * minuteMs };
  }
  const placed = new Map<number, number>();
  return {
    weekday,
    place(minutes) {
      const at = placed.get(minutes) ?? calendar.place(date, minutes);
      placed.set(minutes, at);
      return at;
    },
  };
}

const utc: Calendar = {
  dateOf: (at) => Math.floor(at / dayMs) * dayMs,
  place: (date, minutes) => date + minutes * minuteMs,
  isSteady: () => true,
};

type Calendar = Awaited<ReturnType<typeof openCalendar>>;

/** Queries that need Temporal. Everything else is arithmetic, because one Temporal call takes 0.1 ms. */
async function openCalendar(timeZone: string) {
  const { Temporal } = await import('temporal-polyfill');
  const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const place = (date: DateNumber, minutes: number): number => {
    const wall = Temporal.Instant.fromEpochMilliseconds(date + minutes * minuteMs)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  };
  return {
    dateOf(at: number): DateNumber {
      const { year, month, day: ofMonth } = zoned(at);
      return Date.UTC(year, month - 1, ofMonth);
    },
    /** Disambiguation `compatible` of Temporal and RFC 5545; see `WallDay.place`. */
    place,
    /** Whether the UTC offset stays the same for two days from a date on. */
    isSteady(date: DateNumber): boolean {
      // From a day before, because a midnight that clocks skip or repeat is placed by that change itself.
      const change = zoned(place(date, 0) - dayMs).getTimeZoneTransition('next');
      return change === null || change.epochMilliseconds > place(date, 0) + 3 * dayMs;
    },
  };
}
