import { type Weekday, weekdays } from '@upvigil/core/contract/routing';
import { dayMs, minuteMs } from '@upvigil/core/time';

/** One day of a time zone's calendar. */
export interface WallDay {
  weekday: Weekday;
  /**
   * The moment at which clocks show so many minutes after the midnight that begins the day, milliseconds since the epoch;
   * from 1440 on it is of the next day. A time that clocks skip comes later by what they skip, of a doubled one the first counts.
   */
  place(minutes: number): number;
}

/** What clocks show in a time zone. */
export interface WallClock {
  /** The days to which a span of up to 24 hours that covers a moment can belong. `at`: milliseconds since the epoch. */
  daysAround(at: number): readonly WallDay[];
  /** 'HH:MM'. */
  timeOfDay(at: number): string;
  /** 'YYYY-MM-DD'. */
  date(at: number): string;
}

/** A date as the midnight in UTC that has the same name, milliseconds since the epoch. */
type DateNumber = number;

/** What Temporal is asked for: everything else is arithmetic, because one of its answers takes 0.1 ms. */
interface Calendar {
  dateOf(at: number): DateNumber;
  /** `compatible`, as Temporal and RFC 5545 have it for doubled times; see `WallDay.place`. */
  place(date: DateNumber, minutes: number): number;
  /** Whether clocks are changed within the two days from a date on. */
  isSteady(date: DateNumber): boolean;
}

/**
 * The clock of a time zone. Loads Temporal only where a zone needs it.
 * The disambiguation `compatible` is described at tc39.es/proposal-temporal/docs/timezone.html#ambiguity-due-to-dst-or-other-time-zone-offset-changes.
 */
export async function openWallClock(timeZone: string): Promise<WallClock> {
  const calendar = timeZone === 'UTC' ? utc : await openCalendar(timeZone);
  const known = new Map<DateNumber, WallDay>();
  const dayOf = (date: DateNumber): WallDay => {
    const found = known.get(date) ?? wallDay(calendar, date);
    // A few days are asked for at a time; without this, they would be as many as the process lives.
    if (known.size > 64) known.clear();
    known.set(date, found);
    return found;
  };
  const show = showIn(timeZone);
  return {
    daysAround(at) {
      const today = calendar.dateOf(at);
      // Clocks that change around midnight can put a moment two days after a span's beginning, or one before it.
      return [-2, -1, 0, 1].map((offset) => dayOf(today + offset * dayMs));
    },
    timeOfDay: (at) => show(at).slice(11),
    date: (at) => show(at).slice(0, 10),
  };
}

/** 'YYYY-MM-DD HH:MM'. Most documents are never asked for a time, and a format is dear to make. */
function showIn(timeZone: string): (at: number) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone });
    return format.format(at);
  };
}

function wallDay(calendar: Calendar, date: DateNumber): WallDay {
  // Thursday the 1st of January 1970 is day 0.
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

async function openCalendar(timeZone: string): Promise<Calendar> {
  const { Temporal } = await import('temporal-polyfill');
  const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const place = (date: DateNumber, minutes: number): number => {
    const wall = Temporal.Instant.fromEpochMilliseconds(date + minutes * minuteMs)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  };
  return {
    dateOf(at) {
      const { year, month, day: ofMonth } = zoned(at);
      return Date.UTC(year, month - 1, ofMonth);
    },
    place,
    isSteady(date) {
      // From a day before: a midnight that clocks skip or double is itself placed by a change.
      const change = zoned(place(date, 0) - dayMs).getTimeZoneTransition('next');
      return change === null || change.epochMilliseconds > place(date, 0) + 3 * dayMs;
    },
  };
}
