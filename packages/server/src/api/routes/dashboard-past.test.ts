import { windowOfHours } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import { systemClock } from '../../base/clock.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { dashboardStats } from './dashboard-store.ts';

const hour = 3_600_000;
let storage: TestStorage;
let recording: TestRecording;
let now: number;
beforeEach(async () => {
  storage = await openTestStorage();
  const clock = { ...systemClock, now: () => now };
  const raiseAlerts = createRaiseAlerts({ clock, channels: channelRules });
  recording = startRecording({ db: storage.db, clock, raiseAlerts });
});
afterEach(() => storage.close());

const down = { is_up: false, error_message: 'HTTP 503', status_code: 503 };
const slow = { is_slow: true, response_time_us: 6_000_000 };
const good = { response_time_us: 1_000_000 };

/** Checks of a monitor with their age in hours; a failed check confirms its problem. */
async function record(monitor: MonitorRow, checks: readonly [hoursAgo: number, given: Partial<FinishedCheck>][]) {
  for (const [hoursAgo, given] of checks) {
    now = testNow - hoursAgo * hour;
    await recording.record(finishedCheck(monitor, { ...given, checked_at: now }));
  }
}

const url = () => makeMonitor(storage.db, { failure_threshold: 1 });
const service = () => makeMonitor(storage.db, { failure_threshold: 1, kind: 'TCP_PORT' });

const past = async (hours: number) => {
  const { previous, hourly_issues } = await dashboardStats(storage.db, windowOfHours(hours, testNow), testNow);
  return { previous, hourly_issues: hourly_issues ?? [] };
};

describe('what the dashboard showed when the window began', () => {
  test('counts problems that were open then, whether they are still open or have ended', async () => {
    await record(await url(), [
      [30, down],
      [2, down],
    ]);
    await record(await url(), [
      [30, down],
      [10, good],
    ]);
    await record(await url(), [[30, slow]]);
    await record(await service(), [
      [30, down],
      [20, good],
    ]);
    await record(await service(), [[30, slow]]);
    await record(await url(), [
      [30, down],
      [26, good],
    ]);
    await record(await url(), [[20, down]]);
    expect((await past(24)).previous).toMatchObject({ urls_down: 2, urls_slow: 1, network_monitors_down: 1 });
    expect((await past(6)).previous).toMatchObject({ urls_down: 2, urls_slow: 1, network_monitors_down: 0 });
  });

  test('counts a monitor that was slow and then down once, as down', async () => {
    await record(await url(), [
      [30, slow],
      [29, down],
    ]);
    expect((await past(24)).previous).toMatchObject({ urls_down: 1, urls_slow: 0 });
  });

  test('has the averages of the previous window, separately for pages and services', async () => {
    await record(await url(), [
      [50, slow],
      [30, { response_time_us: 2_000_000 }],
      [26, { response_time_us: 4_000_000 }],
      [1, good],
    ]);
    await record(await service(), [
      [40, { response_time_us: 5_000 }],
      [3, good],
    ]);
    const { previous } = await past(24);
    expect(previous).toMatchObject({ average_response_time: 3, average_network_response_time: 0.005 });
    expect((await past(1)).previous).toMatchObject({ average_response_time: null });
  });
});

test('a day that is over has its own averages, hours and alerts, and those of the day before it', async () => {
  const monitor = await service();
  await record(await url(), [
    [60, { response_time_us: 4_000_000 }],
    [30, down],
    [29, { response_time_us: 2_000_000 }],
    [1, { response_time_us: 9_000_000 }],
  ]);
  await record(monitor, [[2, down]]);
  const end = Math.floor(testNow / hour) * hour - 13 * hour;
  const yesterday = { from: end - 24 * hour, to: end };
  const stats = await dashboardStats(storage.db, yesterday, testNow);
  expect(stats.average_response_time).toBe(2);
  expect(stats.previous).toMatchObject({ urls_down: 0, average_response_time: 4 });
  expect(stats.hourly_issues?.map((each) => each.hour).at(-1)).toBe(new Date(end - hour).toISOString());
  expect(stats.hourly_issues).toHaveLength(24);
  expect(stats.hourly_issues?.filter((each) => each.urls_down > 0)).toHaveLength(1);
  expect(stats.recent_alerts.map((alert) => alert.alert_type)).toEqual(['RECOVERED', 'DOWN']);
  expect(stats.network_stats[0]).toMatchObject({ status: 'down', uptime_percentage: null });
});

describe('the issues of the last day', () => {
  test('has a monitor in each hour in which a check of it failed or was slow', async () => {
    const [one, two] = [await url(), await url()];
    await record(one, [
      [23, down],
      [22, good],
      [2, slow],
      [1.9, good],
      [0, down],
    ]);
    await record(two, [
      [23, down],
      [0, slow],
      [0, down],
    ]);
    await record(await service(), [
      [2, down],
      [24, down],
    ]);
    const { hourly_issues } = await past(1);
    expect(hourly_issues).toHaveLength(24);
    expect(hourly_issues.filter((each) => each.urls_down + each.urls_slow + each.network_monitors_down > 0)).toEqual([
      {
        hour: '2026-03-09T13:00:00.000Z',
        urls_down: 2,
        urls_slow: 0,
        network_monitors_down: 0,
        average_response_time: null,
      },
      {
        hour: '2026-03-10T10:00:00.000Z',
        urls_down: 0,
        urls_slow: 1,
        network_monitors_down: 1,
        average_response_time: 3.5,
      },
      {
        hour: '2026-03-10T12:00:00.000Z',
        urls_down: 2,
        urls_slow: 0,
        network_monitors_down: 0,
        average_response_time: 6,
      },
    ]);
  });
});
