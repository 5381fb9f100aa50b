import type { Place } from '@upvigil/core/rules/maintenance-runs';
import { offsetsIn } from '@upvigil/core/rules/zone-offsets';
import { dayMs } from '@upvigil/core/time';

/**
 * Converts local times of a time zone with the browser's data; see `Place`. Compares the offsets a day before and
 * after, assuming at most one clock change in between. Throws for an unknown zone.
 */
export function placeInZone(timeZone: string): Place {
  const offsetAt = offsetsIn(timeZone);
  return (date, time) => {
    const wall = date + time;
    const before = offsetAt(wall - dayMs);
    const first = wall - before;
    if (offsetAt(first) === before) return first;
    const after = offsetAt(wall + dayMs);
    const second = wall - after;
    // Neither offset matches: the clock change skips this local time, so the earlier offset applies.
    return offsetAt(second) === after ? second : first;
  };
}
