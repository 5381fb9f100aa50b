import {
  type StatusDetail,
  type StatusOverviewItem,
  statusDetailSchema,
  statusOverviewItemSchema,
} from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openPublicTest, type PublicTest } from './testing/public-test.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Without the keys that only objects under maintenance have. */
/** Without those that are missing while there is nothing to say. */
const keysOf = (shape: object): string[] =>
  Object.keys(shape).filter((key) => !['maintenance', 'slow', 'incident_id'].includes(key));

describe('the public status', () => {
  let test: PublicTest;
  beforeEach(async () => {
    test = await openPublicTest();
  });
  afterEach(async () => {
    await test.close();
    expect(test.errors).toEqual([]);
  });

  const overview = () => test.json<StatusOverviewItem[]>('/api/public/status');
  const detail = (id: number) => test.json<StatusDetail>(`/api/public/status/${id}`);

  it('is empty without websites', async () => {
    await test.snapshot.start();
    expect(await overview()).toEqual([]);
  });

  it('has exactly the fields of the contract', async () => {
    const website = await makeWebsite(test.db, { name: 'Shop', description: 'Cart' });
    const page = await makeMonitor(test.db, {
      website_id: website.id,
      target: 'https://user:secret@shop.example.com/',
      metadata_tag: 'version',
      metadata_value: 'hidden value',
      expected_response: 'hidden response',
      description: 'hidden description',
      failure_threshold: 1,
    });
    const service = await makeMonitor(test.db, { website_id: website.id, kind: 'TCP_PORT', failure_threshold: 1 });
    await test.record(page, { response_time_us: 250_000 });
    await test.record(service, {
      is_up: false,
      error_message: 'connection refused',
      response_time_us: null,
      status_code: null,
    });
    await test.snapshot.start();

    const [item] = await overview();
    expect(Object.keys(item ?? {})).toEqual(keysOf(statusOverviewItemSchema.shape));
    expect(item).toMatchObject({
      id: website.id,
      name: 'Shop',
      description: 'Cart',
      status: 'partial',
      url_count: 1,
      network_monitor_count: 1,
      uptime_24h: 50,
      avg_response_time: 0.25,
    });
    const shown = await detail(website.id);
    expect(Object.keys(shown)).toEqual(keysOf(statusDetailSchema.shape));
    expect(shown).toEqual({
      overall_status: 'partial',
      website: { name: 'Shop', description: 'Cart' },
      uptime_7d: 50,
      coverage_7d: null,
      urls: [
        {
          id: page.id,
          status: 'up',
          last_check_time: '2026-03-10T12:00:00.000Z',
          last_response_time: 0.25,
          uptime_24h: 100,
          coverage_24h: null,
          check_interval: 60,
          response_times: [{ time: '2026-03-10T12:00:00.000Z', value: 0.25 }],
          daily_uptime: expect.any(Array),
          url: 'https://shop.example.com/',
          metadata_tag: 'version',
        },
      ],
      network_monitors: [
        {
          id: service.id,
          status: 'down',
          last_check_time: '2026-03-10T12:00:00.000Z',
          last_response_time: null,
          uptime_24h: 0,
          coverage_24h: null,
          check_interval: 60,
          response_times: [],
          daily_uptime: expect.any(Array),
          name: 'Database',
          monitor_type: 'TCP_PORT',
          host: 'db.example.com',
          port: 5432,
        },
      ],
      recent_incidents: [
        {
          type: 'DOWN',
          message: 'Shop: Database (db.example.com:5432) is down: connection refused',
          time: '2026-03-10T12:00:00.000Z',
        },
      ],
      incidents: [],
      maintenances: [],
      marks: [],
    });
    const everything = await Promise.all(
      ['/status', `/status/${website.id}`, '/api/v2/summary.json', '/history.atom'].map(async (path) =>
        (await test.get(path)).text(),
      ),
    );
    expect(`${everything.join()}${JSON.stringify(shown)}`).not.toMatch(/hidden|secret/);
  });

  it('leaves disabled monitors out, of counts and incidents too', async () => {
    const website = await makeWebsite(test.db);
    const hidden = await makeMonitor(test.db, { website_id: website.id, failure_threshold: 1 });
    await test.record(hidden, { is_up: false, error_message: 'HTTP 503', status_code: 503 });
    await test.db.updateTable('stored_monitors').set({ enabled: 0 }).execute();
    await test.snapshot.start();
    expect((await overview())[0]).toMatchObject({ status: 'unknown', url_count: 0, uptime_24h: null });
    expect(await detail(website.id)).toMatchObject({ overall_status: 'unknown', urls: [], recent_incidents: [] });
  });

  it('is unknown before the first check', async () => {
    const { website_id } = await makeMonitor(test.db);
    await test.snapshot.start();
    const shown = await detail(website_id);
    expect(shown.urls[0]).toMatchObject({
      status: 'unknown',
      last_check_time: null,
      uptime_24h: null,
      response_times: [],
    });
    expect(shown.urls[0]?.daily_uptime).toHaveLength(30);
    expect(new Set(shown.urls[0]?.daily_uptime.map((day) => day.uptime))).toEqual(new Set([null]));
  });

  it('shows real days, oldest first', async () => {
    const monitor = await makeMonitor(test.db);
    const down = { is_up: false, error_message: 'HTTP 503', status_code: 503 };
    await test.record(
      monitor,
      { checked_at: testNow - 29 * dayMs },
      { checked_at: testNow - dayMs, ...down },
      { checked_at: testNow - dayMs },
      { checked_at: testNow },
    );
    await test.snapshot.start();
    const days = (await overview())[0]?.daily_uptime ?? [];
    const noOutages = { down_seconds: 0, outages: 0, coverage: null };
    expect(days[0]).toEqual({ date: '2026-02-09', uptime: 100, checks: 1, ...noOutages });
    expect(days[28]).toEqual({ date: '2026-03-09', uptime: 50, checks: 2, ...noOutages });
    expect(days[29]).toEqual({ date: '2026-03-10', uptime: 100, checks: 1, ...noOutages });
    expect(await detail(monitor.website_id)).toMatchObject({ uptime_7d: 66.66 });
  });

  it('follows each change of state, and names the websites with news', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
    const other = await makeMonitor(test.db);
    await test.snapshot.start();
    const news: number[][] = [];
    test.snapshot.onNews((ids) => news.push([...ids]));
    await test.record(monitor, { response_time_us: 400_000 });
    await expect.poll(async () => (await detail(monitor.website_id)).urls[0]?.last_response_time).toBe(0.4);
    expect(news).toEqual([[monitor.website_id]]);

    test.pass(minuteMs);
    await test.record(monitor, { response_time_us: 500_000 });
    await test.snapshot.reload();
    expect((await detail(monitor.website_id)).urls[0]?.last_response_time).toBe(0.5);
    expect(news).toHaveLength(1);

    test.pass(minuteMs);
    await test.record(monitor, { is_up: false, error_message: 'HTTP 500', status_code: 500 });
    await expect.poll(async () => (await overview()).map(({ status }) => status)).toEqual(['down', 'unknown']);
    expect((await detail(monitor.website_id)).recent_incidents).toHaveLength(1);
    expect((await detail(other.website_id)).recent_incidents).toHaveLength(0);
  });

  it('follows added, changed and deleted websites', async () => {
    await test.snapshot.start();
    const monitor = await makeMonitor(test.db);
    test.changes.publish({ is_structural: true });
    await expect.poll(async () => (await overview()).length).toBe(1);
    await test.db.updateTable('stored_websites').set({ name: 'Renamed' }).execute();
    test.changes.publish({ is_structural: true });
    await expect.poll(async () => (await overview())[0]?.name).toBe('Renamed');
    await test.db.deleteFrom('stored_websites').execute();
    test.changes.publish({ is_structural: true });
    await expect.poll(async () => (await test.get(`/api/public/status/${monitor.website_id}`)).status).toBe(404);
    expect((await test.get(`/status/${monitor.website_id}`)).status).toBe(404);
  });

  it('reads everything again after a restore', async () => {
    const monitor = await makeMonitor(test.db);
    const gone = await makeMonitor(test.db);
    await test.record(monitor, {});
    await test.snapshot.start();
    await test.db.updateTable('rollups_daily').set({ checks: 4, failures: 1 }).execute();
    await test.db.deleteFrom('stored_websites').where('id', '=', gone.website_id).execute();
    await test.snapshot.reload();
    expect((await overview())[0]?.daily_uptime[29]).toMatchObject({ uptime: 75, checks: 4 });
    expect((await test.get(`/api/public/status/${gone.website_id}`)).status).toBe(404);
  });

  it('shows at most 20 incidents of the last 7 days, newest first', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
    const flap = { is_up: false, error_message: 'HTTP 503', status_code: 503 };
    await test.record(monitor, { checked_at: testNow - 8 * dayMs, ...flap }, { checked_at: testNow - 8 * dayMs });
    for (let round = 0; round < 12; round++) {
      test.pass(minuteMs);
      await test.record(monitor, flap, {});
    }
    await test.snapshot.start();
    const { recent_incidents } = await detail(monitor.website_id);
    expect(recent_incidents).toHaveLength(20);
    const times = recent_incidents.map(({ time }) => time);
    expect(times).toEqual([...times].sort().reverse());
    expect(recent_incidents[0]?.type).toBe('RECOVERED');
  });

  it('is cached for 5 s, and not sent again to clients that have it', async () => {
    await makeMonitor(test.db);
    await test.snapshot.start();
    const first = await test.get('/api/public/status');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
    const tag = first.headers.get('etag') ?? '';
    expect((await test.get('/api/public/status', { 'if-none-match': tag })).status).toBe(304);
    expect((await test.get('/api/public/status/?x=1', { 'if-none-match': tag })).status).toBe(304);
  });

  it('keeps its content while the database is unavailable', async () => {
    const monitor = await makeMonitor(test.db);
    await test.snapshot.start();
    await test.db.schema.alterTable('alerts').renameTo('away').execute();
    test.changes.publish({ is_structural: true });
    await expect.poll(() => test.errors.length).toBe(1);
    expect((await overview())[0]?.id).toBe(monitor.website_id);
    await test.db.schema
      .alterTable('away' as 'alerts')
      .renameTo('alerts')
      .execute();
    test.errors.length = 0;
  });
});
