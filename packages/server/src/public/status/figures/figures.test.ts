import { describe, expect, it } from 'vitest';
import { day, hour, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import { addSums, noSums } from '../../../checks/record/rollups/sums.ts';
import { testNow } from '../../../testing/rows.ts';
import { dailySums, dailyUptime, emptyFigures, lastDaySums, lastWeekSums, responseTimes } from './figures.ts';

const now = testNow + 7 * 60_000;
const today = testNow - 12 * hour;
const sums = (checks: number, failures = 0) => ({ ...noSums, checks, failures, sum_us: (checks - failures) * 250_000 });

describe('figures of monitors', () => {
  it('of a day begin with the quarter of an hour in which it begins', () => {
    const figures = emptyFigures();
    figures.quarters.set(testNow - day, sums(1));
    figures.quarters.set(testNow, sums(2));
    expect(lastDaySums([figures], now).checks).toBe(3);
    expect(lastDaySums([figures, figures], now).checks).toBe(6);
    expect(lastDaySums([figures], now + quarterHour).checks).toBe(2);
  });

  it('of a week are those before today with those of today', () => {
    const figures = { ...emptyFigures(), week_before_today: sums(10) };
    figures.days.set(today, sums(3));
    figures.days.set(today - day, sums(50));
    expect(lastWeekSums([figures], now).checks).toBe(13);
  });

  it('of a month are the 30 days that are shown', () => {
    const figures = emptyFigures();
    figures.days.set(today - 29 * day, sums(4, 1));
    figures.days.set(today, sums(2));
    expect(dailySums([figures], now).reduce(addSums, noSums).checks).toBe(6);
    const days = dailyUptime([figures], now);
    expect(days).toHaveLength(30);
    expect([days[0], days[1], days[29]]).toEqual([
      { date: '2026-02-09', uptime: 75, checks: 4, down_seconds: 0, outages: 0 },
      { date: '2026-02-10', uptime: null, checks: 0 },
      { date: '2026-03-10', uptime: 100, checks: 2, down_seconds: 0, outages: 0 },
    ]);
  });

  it('24.5: flipping the setting changes the figure and back', () => {
    const figures = emptyFigures();
    figures.days.set(today, { ...sums(10, 4), maintenance_checks: 6, maintenance_failures: 4 });
    const day = { date: '2026-03-10', checks: 10, down_seconds: 0, outages: 0, maintenance_checks: 6 };
    for (const [counts, told] of [
      [false, { uptime: 100, counted_checks: 4 }],
      [true, { uptime: 60 }],
      [false, { uptime: 100, counted_checks: 4 }],
    ] as const) {
      expect(dailyUptime([figures], now, { counts })[29]).toEqual({ ...day, ...told });
    }
  });

  it('have a response time for each quarter in which something succeeded, in 24 hours', () => {
    const figures = emptyFigures();
    figures.quarters.set(testNow - day, sums(1));
    figures.quarters.set(testNow - hour, sums(2));
    figures.quarters.set(testNow - quarterHour, sums(2, 2));
    figures.quarters.set(testNow, sums(1));
    expect(responseTimes(figures, now)).toEqual([
      { time: '2026-03-10T11:00:00.000Z', value: 0.25 },
      { time: '2026-03-10T12:00:00.000Z', value: 0.25 },
    ]);
  });
});
