import { describe, expect, it } from 'vitest';
import { describeDay, describeStrip, stripDays, stripUptime } from './strip-days.ts';

const day = (date: string, uptime: number | null, checks = 100) => ({ date, uptime, checks });

describe('the days of a strip', () => {
  it('are always thirty, numbered from the oldest; missing days have no data', () => {
    const strip = stripDays([day('2026-11-01', 100), day('2026-11-02', 97.4)]);
    expect(strip).toHaveLength(30);
    expect(strip[0]).toMatchObject({ number: 1, date: null, uptime: null, tone: 'none' });
    expect(strip[28]).toMatchObject({ number: 29, date: '1 Nov', tone: 'up' });
    expect(strip[29]).toMatchObject({ number: 30, date: '2 Nov', tone: 'warn' });
  });

  it('are described by number, date, uptime and state', () => {
    const [good, fair, bad, unknown] = stripDays([
      day('2026-11-01', 99),
      day('2026-11-02', 97.4),
      day('2026-11-03', 94.999),
      day('2026-11-04', null, 0),
    ]).slice(-4);
    expect(good && describeDay(good)).toBe('Day 27, 1 Nov: 99.00% uptime, operational');
    expect(fair && describeDay(fair)).toBe('Day 28, 2 Nov: 97.40% uptime, degraded');
    expect(bad && describeDay(bad)).toBe('Day 29, 3 Nov: 94.99% uptime, outage');
    expect(unknown && describeDay(unknown)).toBe('Day 30, 4 Nov: no data');
  });

  it('show the duration of maintenance without other problems', () => {
    const worked = { maintenance_checks: 35, maintenance_seconds: 2100 };
    const strip = stripDays([
      { ...day('2026-11-01', 100), ...worked },
      { ...day('2026-11-02', null, 0), ...worked },
      { ...day('2026-11-03', 100), maintenance_checks: 35 },
      { ...day('2026-11-04', 90), ...worked },
    ]);
    expect(strip.slice(-4).map(describeDay)).toEqual([
      'Day 27, 1 Nov: 100.00% uptime, maintenance 35 min',
      'Day 28, 2 Nov: maintenance 35 min',
      'Day 29, 3 Nov: 100.00% uptime, maintenance',
      'Day 30, 4 Nov: 90.00% uptime, outage',
    ]);
    expect(describeStrip('Shop', strip)).toContain('3 days with maintenance');
  });

  it('include failures too short for an alert in the height of their bars', () => {
    const none = { down_seconds: 0, outages: 0 };
    const [fair, long] = stripDays([
      { ...day('2026-11-01', 97), ...none },
      { ...day('2026-11-02', 97), down_seconds: 7200, outages: 1 },
    ]).slice(-2);
    expect(fair).toMatchObject({ downSeconds: 0, isDownTimeKnown: true });
    expect(fair?.lostSeconds).toBeCloseTo(0.03 * 86_400, 6);
    expect(long).toMatchObject({ downSeconds: 7200, lostSeconds: 7200 });
  });

  it('are weighted by their checks in the total uptime', () => {
    expect(stripUptime(stripDays([day('2026-11-01', 100, 300), day('2026-11-02', 0, 100)]))).toBe(75);
    expect(stripUptime(stripDays([day('2026-11-01', null, 0)]))).toBeNull();
  });

  it('are summarized for screen readers', () => {
    const strip = stripDays([day('2026-11-01', 90), day('2026-11-02', 97), day('2026-11-03', 100)]);
    expect(describeStrip('30-Day Uptime of Shop', strip)).toBe(
      '30-Day Uptime of Shop, 95.66%, 1 day with an outage, 1 degraded day, 27 days without data',
    );
  });
});
