import { dayMs, hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';

/** In milliseconds. A smaller error of the wall clock cannot make recent history look old. */
const tolerance = hourMs;
/** In milliseconds. A wrong clock is corrected within this time; one that stays ahead for longer is right. */
const trustedAfter = dayMs;

/** Whether a process accepts its wall clock. Times in milliseconds. */
interface AcceptedClock {
  /** Difference between wall clock and monotonic clock when it was last accepted. */
  offset: number;
  /** Start of the time in which it has been further ahead, on the monotonic clock; null while it is accepted. */
  aheadSince: number | null;
}

/** The wall clock at the start of a process counts as right. */
export const acceptedAtStart = (clock: Clock): AcceptedClock => ({
  offset: clock.now() - clock.monotonic(),
  aheadSince: null,
});

/**
 * Accepts backward and small forward changes of the clock at once, and a jump forward only after it has lasted for a
 * day.
 */
export function nextAccepted({ offset, aheadSince }: AcceptedClock, clock: Clock): AcceptedClock {
  const current = acceptedAtStart(clock);
  if (current.offset - offset <= tolerance) return current;
  const since = aheadSince ?? clock.monotonic();
  return clock.monotonic() - since >= trustedAfter ? current : { offset, aheadSince: since };
}

/**
 * Whether the stored history reaches the present. Otherwise the machine was off or its clock is wrong, and it is
 * unknown which. Once a day was recorded after the gap, the time is accepted.
 */
export const leadsUpTo = (now: number, newestOfDayBefore: number | null): boolean =>
  newestOfDayBefore === null || newestOfDayBefore >= now - trustedAfter - dayMs - hourMs;

/** Start of the newest recorded hour that is at least a day old, milliseconds since the epoch; null without one. */
export async function newestOfDayBefore(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('rollups_hourly')
    .select(({ fn }) => fn.max<number | null>('bucket_start').as('newest'))
    .where('bucket_start', '<=', now - trustedAfter)
    .executeTakeFirst();
  return row?.newest ?? null;
}
