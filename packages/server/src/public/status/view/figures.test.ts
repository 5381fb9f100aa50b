import { dayMs, hourMs } from '@upvigil/core/time';
import { describe, expect, it } from 'vitest';
import { quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { noSums } from '../../../checks/record/rollups/sums.ts';
import { testNow } from '../../../testing/rows.ts';
import { lastDayFigures, monitorDailyUptime, noMonitorFigures, responseTimes, shownBuckets } from './figures.ts';

const now = testNow + 7 * 60_000;
const buckets = shownBuckets(now);
const today = testNow - 12 * hourMs;
const sums = (checks: number, failures = 0) => ({ ...noSums, checks, failures, sum_us: (checks - failures) * 250_000 });

const monitor = { id: 1, kind: 'URL', check_interval_seconds: 60, created_at: 0, last_check_time: now };
const disabled = new Map();
const strip = { buckets, windows: [], monitors: [monitor], disabled };

describe('figures of a monitor', () => {
  it('of a month cover the 30 days of the strip', () => {
    const figures = {
      ...noMonitorFigures(),
      days: new Map([
        [today - 29 * dayMs, sums(4, 1)],
        [today, { ...sums(2), observed_seconds: 6 * 3600 + 3.5 * 60 }],
      ]),
    };
    const days = monitorDailyUptime(figures, [], { ...strip, counts: false });
    expect(days).toHaveLength(30);
    expect([days[0], days[1], days[29]]).toEqual([
      { date: '2026-02-09', uptime: 75, checks: 4, coverage: 0, down_seconds: 0, outages: 0 },
      { date: '2026-02-10', uptime: null, checks: 0, coverage: null },
      { date: '2026-03-10', uptime: 100, checks: 2, coverage: 50, down_seconds: 0, outages: 0 },
    ]);
  });

  it('24.5: flipping the setting changes the figure and back', () => {
    const inMaintenance = { ...sums(10, 4), maintenance_checks: 6, maintenance_failures: 4 };
    const figures = { days: new Map([[today, inMaintenance]]), quarters: new Map([[testNow, inMaintenance]]) };
    const ofDay = { date: '2026-03-10', checks: 10, coverage: 0, down_seconds: 0, outages: 0, maintenance_checks: 6 };
    for (const [counts, expected] of [
      [false, { uptime: 100, counted_checks: 4 }],
      [true, { uptime: 60 }],
      [false, { uptime: 100, counted_checks: 4 }],
    ] as const) {
      expect(monitorDailyUptime(figures, [], { ...strip, counts })[29]).toEqual({ ...ofDay, ...expected });
      expect(lastDayFigures(figures, monitor, { now, counts, disabled }).uptime_24h).toBe(expected.uptime);
    }
  });

  it('have a response time for each quarter-hour with a successful check, in 24 hours', () => {
    const quarters = new Map([
      [testNow - dayMs, sums(1)],
      [testNow - hourMs, sums(2)],
      [testNow - quarterHour, sums(2, 2)],
      [testNow, sums(1)],
    ]);
    expect(responseTimes({ ...noMonitorFigures(), quarters }, buckets)).toEqual([
      { time: '2026-03-10T11:00:00.000Z', value: 0.25 },
      { time: '2026-03-10T12:00:00.000Z', value: 0.25 },
    ]);
  });
});
