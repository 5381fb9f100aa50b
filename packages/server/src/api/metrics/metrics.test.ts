import type { Heartbeat, HeartbeatPing } from '@upvigil/core/contract/heartbeats';
import type { Website } from '@upvigil/core/contract/websites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createMetrics, type MetricsSources } from './prometheus-text.ts';

describe('/metrics and /healthz', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ env: { METRICS_TOKEN: 'metrics-token' } });
    const monitor = await makeMonitor(test.db, { is_up: 1 });
    await makeMonitor(test.db, { is_up: 0 });
    await makeMonitor(test.db, { enabled: 0 });
    const { id } = await makeAlert(test.db, monitor);
    await test.db
      .insertInto('deliveries')
      .values({ alert_id: id, channel: 'email', status: 'pending', created_at: testNow })
      .execute();
  });
  afterAll(() => test.close());

  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    test.inject({ url: '/metrics', remoteAddress, headers });

  it('are Prometheus text with our figures and those of the process', async () => {
    const { body, headers } = await read('127.0.0.1');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(body).toContain('upvigil_monitors{state="up"} 1\nupvigil_monitors{state="down"} 1\n');
    expect(body).toContain('upvigil_monitors{state="disabled"} 1\n');
    expect(body).toContain('upvigil_outbox_pending 1\n');
    expect(body).toContain('upvigil_results_pending 0\n');
    expect(body).toContain('# TYPE upvigil_probe_faults_total counter');
    expect(body).toContain('upvigil_check_lateness_seconds_bucket{le="+Inf"} 0');
    expect(body).toContain('process_cpu_seconds_total');
    for (const line of body.split('\n'))
      expect(line).toMatch(/^(|# (HELP|TYPE) .+|[a-z_0-9]+(\{[^}]*\})? [-+0-9.eNan]+)$/);
  });

  it('have the last success and the runtime of heartbeats', async () => {
    const { id: websiteId } = (await test.request('POST', '/websites/', { name: 'Shop' })).json<Website>();
    const body = { name: 'Backup', period: 3600, key: 'backup-of-shop' };
    const { id } = (await test.request('POST', `/heartbeats/website/${websiteId}`, body)).json<Heartbeat>();
    const labels = `{website="Shop",monitor="Backup",kind="HEARTBEAT",id="${id}"}`;
    expect((await read('127.0.0.1')).body).not.toContain(labels);
    for (const action of ['start', '0', 'start', '3', 'log'])
      await test.inject({ url: `/ping/backup-of-shop/${action}` });
    const pings = (await test.request('GET', `/heartbeats/${id}/pings`)).json<HeartbeatPing[]>();
    const success = Date.parse(pings.find(({ type }) => type === 'success')?.received_at ?? '') / 1000;
    const { body: text } = await read('127.0.0.1');
    expect(text).toContain(`upvigil_heartbeat_last_success_timestamp_seconds${labels} ${success}\n`);
    expect(text).toContain(`upvigil_heartbeat_runtime_seconds${labels} ${pings[1]?.runtime}\n`);
  });

  it('escape special characters of labels', async () => {
    const faults = new Map([['quote" and \\ and\nline', 2]]) as unknown as MetricsSources['faults'];
    const registry = createMetrics({
      faults,
      engineStats: () => null,
      recorderStats: () => ({ recorded: 1, pending: 0, lost: 0, failing_since: null }),
      countMonitors: async () => ({ up: 1, down: 0, disabled: 0, unknown: 0, not_checked: 0 }),
      countPendingDeliveries: async () => 0,
      heartbeats: async () => [],
      backupAgeSeconds: async () => 90,
      notices: async () => ({}),
      monitors: null,
      hasKumaNames: false,
    });
    expect(await registry.metrics()).toContain('upvigil_probe_faults_total{reason="quote\\" and \\\\ and\\nline"} 2\n');
  });

  it('are for this machine, or for holders of the token', async () => {
    expect((await read('::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await read('192.0.2.1')).statusCode).toBe(401);
    expect((await read('192.0.2.1', { authorization: 'Bearer metrics-token' })).statusCode).toBe(200);
    expect((await read('192.0.2.1', { authorization: 'Bearer wrong' })).statusCode).toBe(401);
    expect((await read('192.0.2.1', { authorization: `Bearer ${test.token}` })).statusCode).toBe(401);
  });

  it('are refused to clients of a proxy on this machine', async () => {
    for (const headers of [
      ...[{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }, { 'x-real-ip': '203.0.113.9' }],
      ...[{ 'cf-connecting-ip': '203.0.113.9' }, { 'x-forwarded-host': 'status.example.org' }, { via: '1.1 proxy' }],
      ...[{ host: 'status.example.org' }, { host: '127.0.0.1.example.org' }, { host: '203.0.113.9:8080' }],
    ])
      expect((await read('127.0.0.1', headers)).statusCode, JSON.stringify(headers)).toBe(401);
    const token = { authorization: 'Bearer metrics-token' };
    expect((await read('127.0.0.1', { host: 'status.example.org', ...token })).statusCode).toBe(200);
  });

  it.each(['127.0.0.1:8080', 'localhost', 'LOCALHOST:80', '[::1]:8080', 'upvigil.localhost', '127.0.0.2'])(
    'are sent to a program on this machine that requests %s',
    async (host) => {
      expect((await read('127.0.0.1', { host })).statusCode).toBe(200);
    },
  );

  it('are not for another machine that names this one', async () => {
    expect((await read('192.0.2.1', { host: '127.0.0.1:8080' })).statusCode).toBe(401);
  });

  it('answer 503 with the reason while nothing is checked', async () => {
    const answer = await test.inject({ url: '/healthz' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ status: 'unavailable', detail: 'The scheduler is not running' });
  });
});
