import type { Place } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';

/**
 * Places times in a zone by what this browser knows of it; see `Place`. Clocks are looked at a day before and a day after: they
 * change once in between at most. Throws for a zone that it does not know.
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
    // Neither: clocks skip it, and those of before the change go on.
    return offsetAt(second) === after ? second : first;
  };
}

/** What clocks of a zone are ahead of UTC at a moment, in ms. */
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
