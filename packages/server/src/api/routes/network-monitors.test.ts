import { defaultNetworkOptions } from '@upvigil/core/contract/check-options/default-options';
import type { NetworkStats } from '@upvigil/core/contract/network-monitors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { fillHistory, finishedCheck, makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';

const time = new Date(testNow).toISOString();
const base = '/network/network-monitors';
let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

const portRequired = { status: 422, body: { errors: [{ field: 'port' }] } };

describe('a network monitor', () => {
  test('is added with the defaults and watched', async () => {
    await makeWebsite(app.db);
    const added = await app.call('POST', '/network/websites/1/network-monitors', {
      name: 'Database',
      host: 'db.example.com',
      port: 5432,
      expected_response: 'ready',
    });
    expect(added).toEqual({
      status: 201,
      body: {
        ...defaultNetworkOptions,
        options: null,
        id: 1,
        website_id: 1,
        name: 'Database',
        monitor_type: 'TCP_PORT',
        host: 'db.example.com',
        port: 5432,
        timeout: 10,
        check_interval: 60,
        enabled: true,
        description: null,
        expected_response: 'ready',
        response_time_threshold: 5,
        packet_loss_threshold: 50,
        failure_threshold: 2,
        severity: null,
        created_at: time,
        is_up: null,
        last_check: null,
        last_check_time: null,
        uptime_24h: null,
        coverage_24h: null,
        parent_id: null,
        tags: [],
        recovery_threshold: 1,
        recent_checks: { states: '', ms: [] },
        last_fault: null,
      },
    });
    expect(app.engine.watched.get(1)?.target).toEqual({
      kind: 'TCP_PORT',
      host: 'db.example.com',
      port: 5432,
      expected_response: 'ready',
    });
  });

  test('needs a port unless it is a ping, which never has one', async () => {
    await makeWebsite(app.db);
    const path = '/network/websites/1/network-monitors';
    expect(await app.call('POST', path, { name: 'Mail', host: 'mail', monitor_type: 'IMAP' })).toMatchObject(
      portRequired,
    );
    const ping = await app.call('POST', path, { name: 'Router', host: '::1', monitor_type: 'ICMP_PING', port: 80 });
    expect(ping).toMatchObject({ status: 201, body: { port: null } });
    expect(app.engine.watched.get(1)?.target).toEqual({ kind: 'ICMP_PING', host: '::1', packet_loss_threshold: 50 });
  });

  test('applies the port rule to the result of a change', async () => {
    const tcp = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    expect(await app.call('PUT', `${base}/${tcp.id}`, { port: null })).toMatchObject(portRequired);
    expect((await app.call('GET', `${base}/${tcp.id}`)).body).toMatchObject({ port: 5432 });
    expect((await app.call('PUT', `${base}/${tcp.id}`, { monitor_type: 'ICMP_PING' })).body).toMatchObject({
      port: null,
    });
    expect(await app.call('PUT', `${base}/${tcp.id}`, { monitor_type: 'IMAP' })).toMatchObject(portRequired);
    const imap = { monitor_type: 'IMAP', port: 143 };
    expect((await app.call('PUT', `${base}/${tcp.id}`, imap)).body).toMatchObject(imap);
  });

  test('drops its state when its target changes, not when its limits do', async () => {
    const monitor = await makeMonitor(app.db, { kind: 'ICMP_PING' });
    await app.recorder.recordNow(finishedCheck(monitor, { packet_loss: 25, status_code: null }));
    const limits = { packet_loss_threshold: 80, name: 'Gateway', description: 'in the cellar' };
    expect((await app.call('PUT', `${base}/${monitor.id}`, limits)).body).toMatchObject({
      ...limits,
      is_up: true,
      last_check: { network_monitor_id: monitor.id, packet_loss: 25, response_time: 0.12 },
    });
    expect((await app.call('PUT', `${base}/${monitor.id}`, { host: '192.0.2.9' })).body).toMatchObject({
      is_up: null,
      last_check: null,
      last_check_time: null,
    });
  });

  test('is found below /network only', async () => {
    const url = await makeMonitor(app.db);
    const detail = `There is no network monitor ${url.id}`;
    for (const path of ['', '/checks', '/alerts', '/stats']) {
      expect(await app.call('GET', `${base}/${url.id}${path}`)).toEqual({ status: 404, body: { detail } });
    }
    expect((await app.call('POST', `${base}/${url.id}/check`)).body).toEqual({ detail });
    expect((await app.call('PUT', `${base}/${url.id}`, { name: 'x' })).body).toEqual({ detail });
    expect((await app.call('DELETE', `${base}/${url.id}`)).body).toEqual({ detail });
  });

  test('is listed by id, on request only when enabled', async () => {
    const { id: website_id } = await makeWebsite(app.db);
    const one = await makeMonitor(app.db, { website_id, kind: 'IMAP', enabled: 0 });
    const two = await makeMonitor(app.db, { website_id, kind: 'TCP_PORT' });
    await makeMonitor(app.db, { website_id });
    const ids = async (query: string) =>
      (
        (await app.call('GET', `/network/websites/${website_id}/network-monitors${query}`)).body as { id: number }[]
      ).map(({ id }) => id);
    expect(await ids('')).toEqual([one.id, two.id]);
    expect(await ids('?enabled_only=true')).toEqual([two.id]);
    expect(await ids('?enabled_only=false')).toEqual([one.id, two.id]);
    expect((await app.call('GET', '/network/websites/9/network-monitors')).status).toBe(404);
  });

  test('lists its newest checks and alerts first, as many as asked for', async () => {
    const monitor = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    for (const second of [0, 1, 2]) {
      await app.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow + second * 1000, status_code: null }));
      await makeAlert(app.db, monitor, { created_at: testNow + second, message: `alert ${second}` });
    }
    expect((await app.call('GET', `${base}/${monitor.id}/checks?limit=2`)).body).toMatchObject([{ id: 3 }, { id: 2 }]);
    expect((await app.call('GET', `${base}/${monitor.id}/alerts?limit=2`)).body).toMatchObject([
      { message: 'alert 2', network_monitor_id: monitor.id, url_id: null },
      { message: 'alert 1' },
    ]);
    expect((await app.call('GET', `${base}/${monitor.id}/checks?limit=0`)).status).toBe(422);
  });

  test('has its figures for any window', async () => {
    const monitor = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    const empty = await app.call('GET', `${base}/${monitor.id}/stats`);
    expect(empty.body).toEqual({
      monitor_name: 'Database',
      total_checks: 0,
      successful_checks: 0,
      failed_checks: 0,
      uptime_percentage: null,
      coverage: null,
      avg_response_time: null,
      p50_response_time: null,
      p95_response_time: null,
      p99_response_time: null,
      history: [],
      slow_checks: 0,
    });
    const minute = 60_000;
    await fillHistory(app.db, {
      monitor_ids: [monitor.id],
      from: testNow - 100 * minute,
      to: testNow,
      interval_seconds: 60,
      check: (at) => {
        const place = (testNow - at) / minute;
        return { is_up: place > 3, is_slow: false, response_time_us: place > 90 ? 2_000_000 : 100_000, status: null };
      },
    });
    const stats = (await app.call('GET', `${base}/${monitor.id}/stats?hours=2`)).body as Record<string, number>;
    expect(stats).toMatchObject({
      total_checks: 100,
      successful_checks: 97,
      failed_checks: 3,
      uptime_percentage: 97,
      avg_response_time: 0.295876,
    });
    expect(stats.p50_response_time).toBeCloseTo(0.1, 2);
    expect(Math.abs((stats.p95_response_time ?? 0) - 2)).toBeLessThanOrEqual(0.04);
    expect((await app.call('GET', `${base}/${monitor.id}/stats?hours=1`)).body).toMatchObject({ total_checks: 60 });
    const { history } = (await app.call('GET', `${base}/${monitor.id}/stats?hours=2`)).body as NetworkStats;
    expect(history?.reduce((sum, { checks }) => sum + checks, 0)).toBe(stats.total_checks);
  });

  test('is checked on demand', async () => {
    const monitor = await makeMonitor(app.db, { kind: 'ICMP_PING' });
    app.engine.checked = (watched) =>
      finishedCheck(watched, { packet_loss: 0, status_code: null, response_time_us: 900 });
    expect(await app.call('POST', `${base}/${monitor.id}/check`)).toEqual({
      status: 200,
      body: {
        id: 1,
        network_monitor_id: monitor.id,
        is_up: true,
        response_time: 0.0009,
        packet_loss: 0,
        checked_at: time,
        error_message: null,
        phases: null,
      },
    });
  });

  test('is tested without storing anything; a failure is a normal response', async () => {
    const body = { monitor_type: 'TCP_PORT', host: 'localhost', port: 5432, timeout: 3 };
    expect(await app.call('POST', `${base}/test`, body)).toMatchObject({ status: 200, body: { success: true } });
    expect(app.engine.probed).toEqual({
      target: { kind: 'TCP_PORT', host: 'localhost', port: 5432, expected_response: null },
      timeoutSeconds: 3,
    });
    const nothing = { response_time_us: null, status_code: null, metadata_found: null, packet_loss: null };
    app.engine.outcome = { outcome: 'down', reason: 'connection refused', ...nothing };
    expect(await app.call('POST', `${base}/test`, body)).toEqual({
      status: 200,
      body: { success: false, message: 'connection refused' },
    });
    app.engine.outcome = { outcome: 'fault', fault: 'ports', message: 'no port is free on this host' };
    expect((await app.call('POST', `${base}/test`, body)).body).toMatchObject({ success: false });
    expect(await app.call('POST', `${base}/test`, { ...body, port: null })).toMatchObject(portRequired);
    expect(await app.db.selectFrom('checks').select('id').execute()).toEqual([]);
  });

  test('is deleted with its checks', async () => {
    const monitor = await makeMonitor(app.db, { kind: 'IMAP' });
    await app.call('POST', `${base}/${monitor.id}/check`);
    expect(await app.call('DELETE', `${base}/${monitor.id}`)).toEqual({ status: 204, body: null });
    expect(await app.db.selectFrom('rollups_hourly').select('monitor_id').execute()).toEqual([]);
  });
});
