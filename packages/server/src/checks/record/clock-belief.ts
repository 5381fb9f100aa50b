import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { day, hour } from './rollups/rollup.ts';

/** Milliseconds. A wall clock that is ahead by less cannot make recent history look old. */
const tolerance = hour;
/** Milliseconds. Somebody corrects a wrong clock within this time; one that stays ahead for longer is right. */
const trustedAfter = day;

/** How far a process believes its wall clock. Times in milliseconds. */
export interface ClockBelief {
  /** How far the wall clock was ahead of the monotonic one when it was last believed. */
  offset: number;
  /** Since when it has been further ahead than that, on the monotonic clock; null while it is believed. */
  aheadSince: number | null;
}

/** A process believes its wall clock when it starts. */
export const believedAtStart = (clock: Clock): ClockBelief => ({
  offset: clock.now() - clock.monotonic(),
  aheadSince: null,
});

/** Believes at once a clock that was set back or is ahead by little, and one that jumped ahead after it stayed there. */
export function nextBelief({ offset, aheadSince }: ClockBelief, clock: Clock): ClockBelief {
  const current = believedAtStart(clock);
  if (current.offset - offset <= tolerance) return current;
  const since = aheadSince ?? clock.monotonic();
  return clock.monotonic() - since >= trustedAfter ? current : { offset, aheadSince: since };
}

/**
 * Whether what is stored leads up to the present. A gap means that the machine was off or that its clock is wrong, and
 * nothing tells which. Once a day was recorded after the gap, the time is taken as passed.
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
