import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineStats } from '../../checks/engine/engine-stats.ts';
import { createMetrics } from './prometheus-text.ts';

const running: EngineStats = {
  is_running: true,
  last_heard_at: 0,
  last_started_at: 0,
  overdue_ms: 0,
  watched: 9,
  running: 2,
  started: 40,
  stalls: 3,
  thread_restarts: 1,
  lateness: { bounds_ms: [1, 250], counts: [30, 39], sum_ms: 1500, max_ms: 900 },
};

let engineStats: EngineStats | null;
let backupAge: number | null;
beforeEach(() => {
  backupAge = 90;
  engineStats = running;
});
const registry = () =>
  createMetrics({
    engineStats: () => engineStats,
    recorderStats: () => ({ recorded: 5, pending: 6, lost: 7, failing_since: null }),
    faults: new Map([['resolver', 2]]),
    countMonitors: async () => ({ up: 1, down: 0, disabled: 0, unknown: 0, not_checked: 0 }),
    countPendingDeliveries: async () => 0,
    heartbeats: async () => [],
    backupAgeSeconds: async () => backupAge,
    notices: async () => ({ disk_low: true, clock_skew: false }),
    monitors: null,
    hasKumaNames: false,
  });

it('the age of the newest backup is exported, and nothing without one', async () => {
  expect(await registry().metrics()).toContain('upvigil_backup_age_seconds 90\n');
  backupAge = null;
  expect(await registry().metrics()).not.toMatch(/^upvigil_backup_age_seconds/m);
});

it('an open notice is 1, every other 0', async () => {
  const text = await registry().metrics();
  expect(text).toContain('upvigil_notice{kind="disk_low"} 1\nupvigil_notice{kind="clock_skew"} 0\n');
});

describe('the figures of the engine', () => {
  it('are exported in seconds, with a histogram of every check', async () => {
    const text = await registry().metrics();
    expect(text).toContain(
      [
        '# TYPE upvigil_check_lateness_seconds histogram',
        'upvigil_check_lateness_seconds_bucket{le="0.001"} 30',
        'upvigil_check_lateness_seconds_bucket{le="0.25"} 39',
        'upvigil_check_lateness_seconds_bucket{le="+Inf"} 40',
        'upvigil_check_lateness_seconds_sum 1.5',
        'upvigil_check_lateness_seconds_count 40',
      ].join('\n'),
    );
    for (const line of ['upvigil_checks_total 40', 'upvigil_checks_running 2', 'upvigil_monitors_watched 9']) {
      expect(text).toContain(`${line}\n`);
    }
    for (const line of [
      'upvigil_probe_stalls_total 3',
      'upvigil_probe_restarts_total 1',
      'upvigil_results_lost_total 7',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('are read each time, and empty once the engine has stopped', async () => {
    const metrics = registry();
    await metrics.metrics();
    engineStats = { ...running, started: 41 };
    expect(await metrics.metrics()).toContain('upvigil_checks_total 41\n');
    engineStats = null;
    expect(await metrics.metrics()).not.toMatch(/^upvigil_check_lateness_seconds_/m);
  });

  it('are absent in a process without checks', async () => {
    engineStats = null;
    expect(await registry().metrics()).not.toContain('upvigil_checks_total');
  });
});
