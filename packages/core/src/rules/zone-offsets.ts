import { minuteMs } from '../time.ts';

/** Returns a zone's offset from UTC at a time; both in ms, the time since the epoch. */
export type OffsetAt = (at: number) => number;

/** One for each zone: a formatter takes 0.1 ms to create. */
const zones = new Map<string, OffsetAt>();

/** Throws a `RangeError` for an unknown zone. */
export function offsetsIn(timeZone: string): OffsetAt {
  if (timeZone === 'UTC') return () => 0;
  const offsetAt = zones.get(timeZone) ?? keepOffsets(readOffsets(timeZone));
  zones.set(timeZone, offsetAt);
  return offsetAt;
}

const quarterMs = 15 * minuteMs;
const mostKept = 1_000;

/** Reads each quarter of an hour once. Since 1972, all zones change their clocks between two quarters. */
function keepOffsets(read: OffsetAt): OffsetAt {
  const kept = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / quarterMs);
    const offset = kept.get(quarter) ?? read(quarter * quarterMs);
    if (kept.size >= mostKept) kept.clear();
    kept.set(quarter, offset);
    return offset;
  };
}

function readOffsets(timeZone: string): OffsetAt {
  const clock = clockIn(timeZone);
  return (at) => {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return shown - Math.floor(at / 1000) * 1000;
  };
}

const clockIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
