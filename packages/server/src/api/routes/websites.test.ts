import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteWebsite, markWebsite } from '../../checks/monitors/delete-monitors.ts';
import { changeOn } from '../../testing/change-on.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeAlert, makeCheck, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';

let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

describe('websites', () => {
  test('are added, listed by id, changed in part and read', async () => {
    const added = await app.call('POST', '/websites/', { name: '  Shop  ' });
    expect(added).toEqual({
      status: 201,
      body: {
        id: 1,
        name: 'Shop',
        description: null,
        created_at: new Date(testNow).toISOString(),
        url_count: 0,
        network_monitor_count: 0,
        status: 'unknown',
        automatic_incidents: null,
      },
    });
    await app.call('POST', '/websites/', { name: 'Blog', description: 'About us' });
    expect(await app.call('PUT', '/websites/2', { name: 'Journal' })).toMatchObject({
      status: 200,
      body: { name: 'Journal', description: 'About us' },
    });
    expect((await app.call('PUT', '/websites/2', { description: '' })).body).toMatchObject({ description: null });
    expect((await app.call('PUT', '/websites/2', {})).body).toMatchObject({ name: 'Journal' });
    expect((await app.call('GET', '/websites')).body).toMatchObject([{ name: 'Shop' }, { name: 'Journal' }]);
    expect((await app.call('GET', '/websites/2')).body).toMatchObject({ name: 'Journal' });
    expect(app.published.every((change) => change.is_structural)).toBe(true);
  });

  test('need a name, and ids that exist', async () => {
    expect(await app.call('POST', '/websites/', { name: ' ' })).toEqual({
      status: 422,
      body: { detail: 'Name is required', errors: [{ field: 'name', message: 'Name is required' }] },
    });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(await app.call(method, '/websites/9', method === 'PUT' ? {} : undefined)).toEqual({
        status: 404,
        body: { detail: 'There is no website 9' },
      });
    }
  });

  test('count all monitors, and take their status from the enabled ones', async () => {
    const { id: website_id } = await makeWebsite(app.db);
    await makeMonitor(app.db, { website_id, is_up: 1 });
    await makeMonitor(app.db, { website_id, kind: 'IMAP', is_up: 0, enabled: 0 });
    await makeMonitor(app.db, { website_id, kind: 'TCP_PORT' });
    await makeMonitor(app.db, { website_id, kind: 'HEARTBEAT' });
    const shown = { url_count: 1, network_monitor_count: 3, heartbeat_count: 1 };
    expect((await app.call('GET', '/websites/1')).body).toMatchObject({ ...shown, status: 'up' });
    await makeMonitor(app.db, { website_id, is_up: 0 });
    expect((await app.call('GET', '/websites/')).body).toMatchObject([{ url_count: 2, status: 'partial' }]);
  });

  test('are deleted with all dependent data, including files', async () => {
    const monitor = await makeMonitor(app.db);
    const kept = await makeMonitor(app.db);
    for (const { id, website_id } of [monitor, kept]) {
      await makeCheck(app.db, { monitor_id: id, screenshot: `${id}.webp` });
      await makeAlert(app.db, { id, website_id });
      await app.call('POST', `/urls/${id}/check`);
    }
    expect(await app.call('DELETE', `/websites/${monitor.website_id}`)).toEqual({ status: 204, body: null });
    expect(app.removed).toEqual([`${monitor.id}.webp`]);
    expect(app.engine.watched.has(monitor.id)).toBe(false);
    const tables = ['monitors', 'websites'] as const;
    for (const table of tables) expect(await app.db.selectFrom(table).select('id').execute()).toHaveLength(1);
    const ofMonitors = ['checks', 'alerts', 'rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const;
    for (const table of ofMonitors) {
      const rows = await app.db.selectFrom(table).select('monitor_id').execute();
      expect(new Set(rows.map((row) => row.monitor_id))).toEqual(new Set([kept.id]));
    }
  });

  test('with long histories are deleted too', async () => {
    const { id: monitor_id, website_id } = await makeMonitor(app.db);
    for (let at = 0; at < 2100; at += 100) {
      const rows = Array.from({ length: 100 }, (_, i) => ({ monitor_id, checked_at: at + i, is_up: 1 as const }));
      await app.db.insertInto('checks').values(rows).execute();
    }
    expect((await app.call('DELETE', `/websites/${website_id}`)).status).toBe(204);
    expect(await app.db.selectFrom('checks').select('id').execute()).toEqual([]);
  });

  test('are hidden while they are deleted, with all dependent data, and accept no new monitor', async () => {
    const kept = await makeMonitor(app.db);
    const monitor = await makeMonitor(app.db, { website_id: (await makeWebsite(app.db, { name: 'Gone' })).id });
    await makeAlert(app.db, monitor);
    const paths = ['/websites/', '/urls/search?text=example', '/alerts/?hours=87600', '/dashboard/stats?hours=24'];
    const answers = () => Promise.all(paths.map(async (path) => (await app.call('GET', path)).body));
    await changeOn(app.db)((trx) => markWebsite(trx, monitor.website_id, testNow));
    const whileDeleted = await answers();
    for (const path of [`/websites/${monitor.website_id}`, `/urls/${monitor.id}`, `/checks/url/${monitor.id}`]) {
      expect((await app.call('GET', path)).status).toBe(404);
    }
    const added = await app.call('POST', `/urls/website/${monitor.website_id}`, { url: 'https://late.example.com/' });
    expect(added.status).toBe(404);
    expect((await app.call('PUT', `/urls/${monitor.id}`, { timeout: 3 })).status).toBe(404);
    expect((await app.call('PUT', `/websites/${monitor.website_id}`, { name: 'Back' })).status).toBe(404);

    await deleteWebsite({ db: app.db, removeScreenshots: async () => undefined }, monitor.website_id);
    expect(whileDeleted).toEqual(await answers());
    expect(JSON.stringify(whileDeleted)).toContain(`"id":${kept.id}`);
  });
});
