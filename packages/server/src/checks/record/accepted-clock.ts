import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { day, hour } from './rollups/rollup.ts';

/** Milliseconds. A wall clock that is ahead by less cannot make recent history look old. */
const tolerance = hour;
/** Milliseconds. A wrong clock is corrected within this time; one that stays ahead for longer is right. */
const trustedAfter = day;

/** Whether a process accepts its wall clock. Times in milliseconds. */
interface AcceptedClock {
  /** How far the wall clock was ahead of the monotonic one when it was last accepted. */
  offset: number;
  /** Since when it has been further ahead than that, on the monotonic clock; null while it is accepted. */
  aheadSince: number | null;
}

/** A process accepts its wall clock at its start. */
export const acceptedAtStart = (clock: Clock): AcceptedClock => ({
  offset: clock.now() - clock.monotonic(),
  aheadSince: null,
});

/** Accepts backward and small forward changes of the clock at once; a jump forward only after it lasted for a day. */
export function nextAccepted({ offset, aheadSince }: AcceptedClock, clock: Clock): AcceptedClock {
  const current = acceptedAtStart(clock);
  if (current.offset - offset <= tolerance) return current;
  const since = aheadSince ?? clock.monotonic();
  return clock.monotonic() - since >= trustedAfter ? current : { offset, aheadSince: since };
}

/**
 * Whether what is stored leads up to the present. A gap means that the machine was off or that its clock is wrong;
 * which of them is unknown. Once a day was recorded after the gap, the time counts as passed.
 */
export const leadsUpTo = (now: number, newestOfDayBefore: number | null): boolean =>
  newestOfDayBefore === null || newestOfDayBefore >= now - trustedAfter - day - hour;

/** The start of the newest recorded hour that is at least a day old, milliseconds since the epoch; null for none. */
export async function newestOfDayBefore(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('rollups_hourly')
    .select(({ fn }) => fn.max<number | null>('bucket_start').as('newest'))
    .where('bucket_start', '<=', now - trustedAfter)
    .executeTakeFirst();
  return row?.newest ?? null;
}
