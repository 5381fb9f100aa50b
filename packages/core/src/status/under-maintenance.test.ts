import { describe, expect, it } from 'vitest';
import { websiteStatuses } from '../contract/names/states.ts';
import { dayTone } from './day-tone.ts';
import { hasOutage, rankedStatus, withMaintenance } from './under-maintenance.ts';
import { overviewBadge } from './website-status.ts';

const maintenance = { title: null, until: '2026-11-24T14:05:00.000Z' };

describe('a day', () => {
  it.each([
    [{ uptime: 100, maintenance_checks: 35 }, 'info'],
    [{ uptime: null, maintenance_checks: 35 }, 'info'],
    [{ uptime: 99.99, maintenance_checks: 35 }, 'up'],
    [{ uptime: 90, maintenance_checks: 35 }, 'down'],
    [{ uptime: 100, maintenance_checks: 0 }, 'up'],
    [{ uptime: 100 }, 'up'],
    [{ uptime: null }, 'none'],
  ] as const)('%j is %s: blue where it had maintenance and nothing that counts failed', (day, tone) => {
    expect(dayTone(day)).toBe(tone);
  });
});

describe('a target under maintenance', () => {
  it('shows it in addition to other states, and in place of an outage', () => {
    const shown = (status: string, of = {}) =>
      withMaintenance(overviewBadge(status), { status, ...of }).map(({ label }) => label);
    expect(websiteStatuses.map((status) => shown(status, { maintenance }))).toEqual([
      ['Operational', 'Under Maintenance'],
      ['Under Maintenance'],
      ['Under Maintenance'],
      ['No data yet', 'Under Maintenance'],
    ]);
    expect(websiteStatuses.map((status) => shown(status))).toEqual([
      ['Operational'],
      ['Issues Detected'],
      ['Issues Detected'],
      ['No data yet'],
    ]);
  });

  it('has no outage for an exit code, and ranks as up', () => {
    expect(hasOutage({ status: 'down' })).toBe(true);
    expect(hasOutage({ status: 'partial' })).toBe(true);
    expect(hasOutage({ status: 'down', maintenance })).toBe(false);
    expect(hasOutage({ status: 'up' })).toBe(false);
    expect(websiteStatuses.map((status) => rankedStatus({ status, maintenance }))).toEqual([
      'up',
      'up',
      'up',
      'unknown',
    ]);
  });
});
