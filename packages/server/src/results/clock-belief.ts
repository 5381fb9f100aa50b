import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import { day, hour } from './rollups/rollup.ts';

/** A wall clock that is ahead by less is no threat to history. */
const tolerance = hour;
/** A clock that is wrong is noticed within this time; one that is still there then tells the truth. */
const trustedAfter = day;

/** How far a process believes its wall clock. All in milliseconds. */
export interface ClockBelief {
  /** What the wall clock is ahead of the monotonic one, as it was last believed. */
  offset: number;
  /** Since when it has been ahead of that, by the monotonic clock; null while it is believed. */
  aheadSince: number | null;
}

export const believedAtStart = (clock: Clock): ClockBelief => ({
  offset: clock.now() - clock.monotonic(),
  aheadSince: null,
});

/** A clock that was set back, or is ahead by little, is believed at once; one that jumped ahead when it stays there. */
export function nextBelief({ offset, aheadSince }: ClockBelief, clock: Clock): ClockBelief {
  const current = believedAtStart(clock);
  if (current.offset - offset <= tolerance) return current;
  const since = aheadSince ?? clock.monotonic();
  return clock.monotonic() - since >= trustedAfter ? current : { offset, aheadSince: since };
}

/**
 * Whether what is stored leads up to the present. After a gap the machine was off, or its clock is wrong, and nobody can
 * tell which; once a day was recorded after the gap, it counts as time that has passed.
 */
export const leadsUpTo = (now: number, newestOfDayBefore: number | null): boolean =>
  newestOfDayBefore === null || newestOfDayBefore >= now - trustedAfter - day - hour;

/** The newest hour on record that is a day old; null when there is none. */
export async function newestOfDayBefore(db: Database, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('rollups_hourly')
    .select(({ fn }) => fn.max<number | null>('bucket_start').as('newest'))
    .where('bucket_start', '<=', now - trustedAfter)
    .executeTakeFirst();
  return row?.newest ?? null;
}
