import { beforeEach, expect, it } from 'vitest';
import { type CountedViews, createViewCounter, type ViewCounter } from './view-counter.ts';

let now: number;
let timers: { at: number; callback: () => void }[];
let written: CountedViews[];
let counter: ViewCounter;
beforeEach(() => {
  now = 0;
  timers = [];
  written = [];
  const clock = {
    now: () => now,
    after(milliseconds: number, callback: () => void) {
      const timer = { at: now + milliseconds, callback };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  counter = createViewCounter(clock, async (views) => void written.push(views));
});

function pass(milliseconds: number): void {
  const until = now + milliseconds;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    if (!next) break;
    timers.splice(timers.indexOf(next), 1);
    now = next.at;
    next.callback();
  }
  now = until;
}

it('writes the first view at once, and those of a minute together at its end', () => {
  counter.count(1, true);
  expect(written).toEqual([{ id: 1, views: 1, last_used_at: 0 }]);
  pass(10_000);
  counter.count(1, true);
  counter.count(1, true);
  pass(49_999);
  expect(written).toHaveLength(1);
  pass(1);
  expect(written.slice(1)).toEqual([{ id: 1, views: 2, last_used_at: 10_000 }]);
});

it('writes each link at most once a minute, however often it is followed', () => {
  for (let at = 0; at < 600; at++) {
    counter.count(1, true);
    counter.count(2, false);
    pass(1000);
  }
  expect(written.filter(({ id }) => id === 1)).toHaveLength(11);
  expect(written.filter(({ id }) => id === 2).every(({ views }) => views === 0)).toBe(true);
});

it('keeps no timer for an unused link', () => {
  counter.count(1, true);
  pass(60_000);
  expect([timers, written.length]).toEqual([[], 1]);
});

it('writes what is left when the program ends', async () => {
  counter.count(1, true);
  counter.count(1, true);
  await counter.flush();
  expect(written.map(({ views }) => views)).toEqual([1, 1]);
  expect(timers).toEqual([]);
});
