import type { Place } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';

/**
 * Converts local times of a time zone with the browser's data; see `Place`. Compares the offsets a day before and
 * after, assuming at most one clock change in between. Throws for an unknown zone.
 */
export function placeInZone(timeZone: string): Place {
  const offsetAt = offsetsOf(timeZone);
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

/** Function that returns the zone's offset from UTC at a time, in ms. */
function offsetsOf(timeZone: string): (moment: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const of = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return shown - Math.floor(moment / 1000) * 1000;
  };
}
