import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MonitorOutages, outagesByDay } from './outages.ts';

const day = 86_400_000;
const hour = 3_600_000;
const firstDay = Date.UTC(2026, 1, 9);
const window = { firstDay, days: 3, now: firstDay + 2 * day + 12 * hour };

const monitor = (...stretches: [from: number, to: number | null][]): MonitorOutages => ({
  outages: stretches.map(([from, to]) => ({
    started_at: firstDay + from * hour,
    ended_at: to === null ? null : firstDay + to * hour,
  })),
  hasChecks: () => true,
});
const hoursOf = (monitors: readonly MonitorOutages[]) =>
  outagesByDay(monitors, window).map(({ down_seconds, outages }) => [down_seconds / 3600, outages]);

describe('the outages of each day', () => {
  it('are cut at midnight, and an open one counts until now', () => {
    expect(hoursOf([monitor([23, 26], [60 - 1, null])])).toEqual([
      [1, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(hoursOf([monitor([-100, null])])).toEqual([
      [24, 1],
      [24, 1],
      [12, 1],
    ]);
  });

  it('that end at midnight, or ended before the first day, do not count for the next day', () => {
    expect(hoursOf([monitor([20, 24], [-5, -1], [-5, 0])])).toEqual([
      [4, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  it('of several monitors are counted each, and their time once', () => {
    expect(hoursOf([monitor([1, 4], [6, 7]), monitor([3, 5]), monitor([2, 3])])[0]).toEqual([5, 4]);
  });

  it('count nowhere on days on which their monitor was not checked', () => {
    const unchecked = { ...monitor([1, null]), hasChecks: (start: number) => start !== firstDay + day };
    expect(hoursOf([unchecked, monitor([25, 26])])).toEqual([
      [23, 1],
      [1, 1],
      [12, 1],
    ]);
  });

  it('never last longer than the elapsed day, however they overlap', () => {
    const stretch = fc
      .tuple(fc.integer({ min: -50, max: 60 }), fc.option(fc.nat({ max: 50 }), { nil: null }))
      .map(([from, length]): [number, number | null] => [from, length === null ? null : from + length]);
    const monitors = fc.array(fc.array(stretch, { maxLength: 6 }).map((stretches) => monitor(...stretches)));
    fc.assert(
      fc.property(monitors, (some) => {
        const found = hoursOf(some);
        const hoursDown = (at: number): number => {
          const isDown = (time: number): boolean =>
            some.some(({ outages }) =>
              outages.some(({ started_at, ended_at }) => started_at <= time && time < (ended_at ?? window.now)),
            );
          const times = Array.from({ length: 24 }, (_, each) => firstDay + at * day + each * hour);
          return times.filter((time) => time < window.now && isDown(time)).length;
        };
        expect(found.map(([down]) => down)).toEqual([hoursDown(0), hoursDown(1), hoursDown(2)]);
      }),
    );
  });
});
