import type { DashboardStats, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { fillHistory, finishedCheck, makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';

const hour = 3_600_000;
let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

const record = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}) =>
  app.recorder.recordNow(finishedCheck(monitor, given));
const down = { is_up: false, error_message: 'down' };

describe('the dashboard', () => {
  test('is empty at first', async () => {
    expect((await app.call('GET', '/dashboard/stats')).body).toEqual({
      total_websites: 0,
      total_urls: 0,
      urls_up: 0,
      urls_down: 0,
      urls_slow: 0,
      total_network_monitors: 0,
      network_monitors_up: 0,
      network_monitors_down: 0,
      average_response_time: null,
      average_network_response_time: null,
      network_stats: [],
      recent_alerts: [],
      previous: {
        urls_down: 0,
        urls_slow: 0,
        network_monitors_down: 0,
        average_response_time: null,
        average_network_response_time: null,
      },
      hourly_issues: Array.from({ length: 24 }, (_, at) => ({
        hour: new Date(testNow + (at - 23) * hour).toISOString(),
        urls_down: 0,
        urls_slow: 0,
        network_monitors_down: 0,
        average_response_time: null,
      })),
      not_checked: { total: 0, longest: [] },
      open_problems: { down: 0, slow: 0, metadata: 0, in_maintenance: 0, worst: [] },
      last_outage_ended_at: null,
      slowest_websites: [],
    });
  });

  test('names the seven websites with the highest average load time, the slowest first', async () => {
    const ids: number[] = [];
    for (const seconds of [3, 9, 1, 5, 8, 2, 4, 6, 7]) {
      const { id } = await makeWebsite(app.db, { name: `Website ${seconds}` });
      ids[seconds] = id;
      await record(await makeMonitor(app.db, { website_id: id }), { response_time_us: seconds * 1_000_000 });
      // Response times of services do not count for pages.
      await record(await makeMonitor(app.db, { website_id: id, kind: 'TCP_PORT' }), { response_time_us: 90_000_000 });
    }
    await makeWebsite(app.db, { name: 'Never checked' });
    const { slowest_websites } = (await app.call('GET', '/dashboard/stats')).body as DashboardStats;
    expect(slowest_websites).toEqual([9, 8, 7, 6, 5, 4, 3].map((seconds) => ids[seconds]));
  });

  test('counts up, slow and down separately, and disabled monitors in totals only', async () => {
    const { id: website_id } = await makeWebsite(app.db, { name: 'Shop' });
    const url = () => makeMonitor(app.db, { website_id, response_time_threshold_seconds: 1 });
    const network = (given: object = {}) => makeMonitor(app.db, { website_id, kind: 'TCP_PORT', ...given });
    await record(await url(), { response_time_us: 1_000_000 });
    await record(await url(), { response_time_us: 1_000_001, is_slow: true });
    await record(await url(), { ...down, status_code: 500, response_time_us: 9_000_000 });
    await url();
    const disabled = await url();
    await record(disabled, down);
    await app.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', disabled.id).execute();
    await record(await network(), { response_time_us: 7_000_000, is_slow: true });
    await record(await network({ name: 'Cache' }), { ...down, response_time_us: null });
    const off = await network({ enabled: 0 });
    await network();

    const { body } = await app.call('GET', '/dashboard/stats');
    expect(body).toMatchObject({
      total_websites: 1,
      total_urls: 5,
      urls_up: 1,
      urls_slow: 1,
      urls_down: 1,
      total_network_monitors: 4,
      network_monitors_up: 1,
      network_monitors_down: 1,
      average_response_time: 1.000001,
      average_network_response_time: 7,
    });
    expect((await app.call('GET', '/dashboard/down')).body).toEqual({
      urls_down: 1,
      network_monitors_down: 1,
      in_maintenance: 0,
    });
    const { network_stats } = body as DashboardStats;
    expect(network_stats.map(({ status, uptime_percentage }) => [status, uptime_percentage])).toEqual([
      ['up', 100],
      ['down', 0],
      ['disabled', null],
      ['unknown', null],
    ]);
    expect(network_stats[1]).toEqual({
      monitor_id: off.id - 1,
      website_id,
      name: 'Cache',
      status: 'down',
      monitor_type: 'TCP_PORT',
      host: 'db.example.com',
      port: 5432,
      website_name: 'Shop',
      uptime_percentage: 0,
      coverage: null,
      response_time: null,
      response_time_threshold: 5,
      recent_checks: { states: 'd', ms: [null] },
    });
  });

  test('averages over the successful checks of its window, each with the same weight', async () => {
    const one = await makeMonitor(app.db);
    const two = await makeMonitor(app.db);
    await record(one, { checked_at: testNow - 30 * hour, response_time_us: 50_000_000 });
    for (const at of [3, 2, 1]) await record(one, { checked_at: testNow - at * hour, response_time_us: 1_000_000 });
    await record(two, { response_time_us: 5_000_000 });
    await record(two, { ...down, response_time_us: 60_000_000 });
    const average = async (query: string) =>
      ((await app.call('GET', `/dashboard/stats${query}`)).body as DashboardStats).average_response_time;
    expect(await average('')).toBe(2);
    expect(await average('?hours=48')).toBe(11.6);
    expect((await app.call('GET', '/dashboard/stats?hours=0')).status).toBe(422);
  });

  test('shows the five newest alerts', async () => {
    const monitor = await makeMonitor(app.db);
    for (let at = 0; at < 7; at++) await makeAlert(app.db, monitor, { created_at: testNow + at, message: `${at}` });
    const { recent_alerts } = (await app.call('GET', '/dashboard/stats')).body as DashboardStats;
    expect(recent_alerts.map(({ message }) => message)).toEqual(['6', '5', '4', '3', '2']);
  });
});

describe('the statistics of a website', () => {
  const statistics = async (id: number, query = '') =>
    (await app.call('GET', `/public/statistics/${id}${query}`)).body as WebsiteStatistics;

  test('of an unknown one are not found', async () => {
    expect((await app.call('GET', '/public/statistics/3')).status).toBe(404);
  });

  test('have an entry for each hour, with nulls where nothing was checked', async () => {
    const monitor = await makeMonitor(app.db);
    await record(monitor, { checked_at: testNow - 2 * hour, response_time_us: 1_000_000 });
    await record(monitor, { checked_at: testNow - 2 * hour + 1, response_time_us: 2_000_000 });
    await record(monitor, { ...down, checked_at: testNow - 2 * hour + 2 });
    await record(monitor, { ...down });
    const { hourly_stats } = await statistics(monitor.website_id, '?hours=4');
    expect(hourly_stats).toEqual([
      { hour: '2026-03-10T09:00:00.000Z', avg_response_time: null, uptime: null },
      { hour: '2026-03-10T10:00:00.000Z', avg_response_time: 1.5, uptime: 66.66 },
      { hour: '2026-03-10T11:00:00.000Z', avg_response_time: null, uptime: null },
      { hour: '2026-03-10T12:00:00.000Z', avg_response_time: null, uptime: 0 },
    ]);
  });

  test('group the checks of its URLs by status code', async () => {
    const url = await makeMonitor(app.db);
    const network = await makeMonitor(app.db, { kind: 'TCP_PORT', website_id: url.website_id });
    const elsewhere = await makeMonitor(app.db);
    for (const status_code of [200, 200, 301, 404, 503, 503]) {
      await record(url, { status_code, is_up: status_code < 400, error_message: null });
    }
    await record(url, { ...down, status_code: null, checked_at: testNow - 20 * hour });
    await record(network, { ...down, status_code: null });
    await record(elsewhere, { ...down, status_code: 418 });
    const { status_breakdown, total_checks, uptime_percentage } = await statistics(url.website_id);
    expect(status_breakdown).toEqual({ '200': 2, '301': 1, '404': 1, '503': 2, timeout: 1 });
    expect(total_checks).toBe(8);
    expect(uptime_percentage).toBe(37.5);
  });

  test('average the load time of its pages; of its services only when it has no pages', async () => {
    const page = await makeMonitor(app.db);
    const { website_id } = page;
    const service = await makeMonitor(app.db, { kind: 'ICMP_PING', website_id });
    await record(service, { response_time_us: 10_000 });
    expect(await statistics(website_id, '?hours=1')).toMatchObject({ avg_response_time: 0.01 });
    await record(page, { response_time_us: 2_000_000 });
    const both = await statistics(website_id, '?hours=1');
    expect(both).toMatchObject({ avg_response_time: 2, total_checks: 2, uptime_percentage: 100 });
    expect(both.hourly_stats[0]?.avg_response_time).toBe(2);
  });

  test('answer a whole year', async () => {
    const monitor = await makeMonitor(app.db);
    await fillHistory(app.db, {
      monitor_ids: [monitor.id],
      from: testNow - 370 * 24 * hour,
      to: testNow,
      interval_seconds: 3600,
      quarter_days: 8,
    });
    const year = await statistics(monitor.website_id, '?hours=8760');
    expect(year.total_checks).toBe(8760);
    expect(year.hourly_stats).toHaveLength(8760);
    const stretches = async (range: string) => (await statistics(monitor.website_id, `?range=${range}`)).hourly_stats;
    expect(await stretches('1y')).toHaveLength(53);
    const sixHours = await stretches('30d');
    expect(sixHours).toHaveLength(120);
    // The last one has just begun.
    expect(sixHours.slice(0, -1).every(({ uptime }) => uptime === 100)).toBe(true);
    expect((await app.call('GET', `/public/statistics/${monitor.website_id}?range=5h`)).status).toBe(422);
  });
});
