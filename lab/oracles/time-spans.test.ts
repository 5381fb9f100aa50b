import { type TimeSpan, weekdays } from '@upvigil/core/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredUntil } from '../../packages/server/src/alerts/decide/routing/time-spans.ts';
import { openWallClock } from '../../packages/server/src/alerts/decide/routing/wall-clock.ts';

const minute = 60_000;
const dayMinutes = 1440;
const day = dayMinutes * minute;

/** Zones with days around their clock changes: at two in the morning, at midnight, by half an hour, by a whole day. */
const changes = [
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Pacific/Apia', '2011-12-30'],
  ['America/St_Johns', '2009-11-01'],
] as const;

/** What clocks show minute by minute, from `Intl`: 'YYYY-MM-DD HH:MM' by time, and the first time of each. */
function watchClocks(timeZone: string, from: number, minutes: number) {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone });
  const first = new Map<string, number>();
  const shown: string[] = [];
  for (let count = 0; count < minutes; count++) {
    const at = from + count * minute;
    const wall = format.format(at);
    shown.push(wall);
    if (!first.has(wall)) first.set(wall, at);
  }
  return { shown, first };
}
type Watched = ReturnType<typeof watchClocks>;

/** The time of a wall time: the first that shows it; for a skipped one, as if clocks had not changed. */
function placed({ shown, first }: Watched, wall: string, from: number): number {
  const found = first.get(wall);
  if (found !== undefined) return found;
  const after = shown.findIndex((other) => other > wall);
  const before = shown[after - 1] ?? '';
  return from + (after - 1) * minute + (Date.parse(`${wall}Z`) - Date.parse(`${before}Z`));
}

/** All minutes that the spans cover. */
function coveredMinutes(watched: Watched, spans: readonly TimeSpan[], from: number): Set<number> {
  const covered = new Set<number>();
  const dates = watched.shown.map((wall) => Date.parse(`${wall.slice(0, 10)}T00:00Z`));
  for (let date = Math.min(...dates); date <= Math.max(...dates); date += day) {
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7];
    for (const span of spans.filter(({ days }) => days.some((one) => one === weekday))) {
      const wallOf = (time: string, of: number) => `${new Date(of).toISOString().slice(0, 10)} ${time}`;
      const begin = placed(watched, wallOf(span.from, date), from);
      const end = placed(watched, wallOf(span.to, span.to > span.from ? date : date + day), from);
      for (let at = begin; at < end; at += minute) covered.add(at);
    }
  }
  return covered;
}

function endOfCover(covered: ReadonlySet<number>, at: number): number {
  let until = at;
  while (covered.has(until)) until += minute;
  return until;
}

const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 30, 45, 59))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`);
const anySpan: fc.Arbitrary<TimeSpan> = fc.record({
  days: fc.subarray([...weekdays], { minLength: 1 }),
  from: times,
  to: times,
});

describe('spans of time', () => {
  for (const [zone, date] of changes) {
    const from = Date.parse(`${date}T00:00Z`) - 5 * day;
    const length = 11 * dayMinutes;
    const watched = watchClocks(zone, from, length);
    it(`cover in ${zone} around ${date} what a clock that is read each minute shows`, async () => {
      const clock = await openWallClock(zone);
      fc.assert(
        fc.property(
          fc.array(anySpan, { minLength: 1, maxLength: 3 }),
          // Far enough from both ends of the observed period.
          fc.array(fc.integer({ min: 3 * dayMinutes, max: 7 * dayMinutes }), { minLength: 20, maxLength: 20 }),
          (spans, counts) => {
            const covered = coveredMinutes(watched, spans, from);
            // The ends after the observed days are unknown here.
            const moments = counts.map((count) => from + count * minute);
            for (const at of moments.filter((one) => endOfCover(covered, one) <= from + 9 * day)) {
              const until = endOfCover(covered, at);
              expect(coveredUntil(spans, clock, at)).toBe(until === at ? null : until);
            }
          },
        ),
        { numRuns: 25, seed: 20_260_310 },
      );
    });
  }
});
