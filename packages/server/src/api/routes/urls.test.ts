import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameScreenshot } from '../../checks/record/check-store.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import {
  fillHistory,
  finishedCheck,
  makeAlert,
  makeCheck,
  makeMonitor,
  makeWebsite,
  testNow,
} from '../../testing/rows.ts';

const time = new Date(testNow).toISOString();
let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

const monitorRow = (id: number) =>
  app.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a URL', () => {
  test('keeps its newest screenshot when later checks have none', async () => {
    const { id, website_id } = await makeMonitor(app.db);
    const minute = 60_000;
    const names = ['old.webp', 'new.webp', null];
    for (const [at, screenshot] of names.entries()) {
      await makeCheck(app.db, { monitor_id: id, checked_at: testNow + at * minute, screenshot });
    }
    const newest_screenshot = {
      path: '/screenshots/new.webp',
      taken_at: new Date(testNow + minute).toISOString(),
    };
    expect((await app.call('GET', `/urls/${id}`)).body).toMatchObject({ newest_screenshot });
    expect((await app.call('GET', `/urls/website/${website_id}`)).body).toMatchObject([{ newest_screenshot }]);
  });

  test.each(['http://us%zzer:pw@host/', 'http://%ff@host/', 'http://host:0/'])(
    'is refused and not watched when it cannot be dialed: %s',
    async (url) => {
      await makeWebsite(app.db);
      const refused = { status: 422, body: { errors: [{ field: 'url' }] } };
      expect(await app.call('POST', '/urls/website/1', { url })).toMatchObject(refused);
      await app.call('POST', '/urls/website/1', { url: 'http://host/' });
      expect(await app.call('PUT', '/urls/1', { url })).toMatchObject(refused);
      expect(app.engine.watched.size).toBe(1);
    },
  );

  test('is added with the defaults, watched, and due at once', async () => {
    await makeWebsite(app.db);
    const added = await app.call('POST', '/urls/website/1', { url: 'https://example.com/' });
    expect(added).toEqual({
      status: 201,
      body: {
        ...defaultUrlOptions,
        id: 1,
        website_id: 1,
        url: 'https://example.com/',
        label: null,
        metadata_tag: null,
        metadata_value: null,
        timeout: 30,
        response_time_threshold: 5,
        check_interval: 60,
        enabled: true,
        check_mode: 'http',
        failure_threshold: 2,
        severity: null,
        created_at: time,
        last_check: null,
        last_check_time: null,
        uptime_24h: null,
        coverage_24h: null,
        parent_id: null,
        tags: [],
        recovery_threshold: 1,
        newest_screenshot: null,
        recent_checks: { states: '', ms: [] },
        last_fault: null,
      },
    });
    expect(app.engine.watched.get(1)).toMatchObject({
      revision: 1,
      target: { kind: 'URL', url: 'https://example.com/', check_mode: 'http' },
      timeout_seconds: 30,
      next_due_at: testNow,
    });
  });

  test('needs a website that exists and an http address', async () => {
    expect((await app.call('POST', '/urls/website/4', { url: 'https://example.com' })).status).toBe(404);
    expect((await app.call('GET', '/urls/website/4')).status).toBe(404);
    await makeWebsite(app.db);
    expect(await app.call('POST', '/urls/website/1', { url: 'ftp://example.com' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'url' }] },
    });
  });

  test.each([
    [
      'a name in any script',
      '  Kasse \u{1f6d2} \u05e7\u05d5\u05e4\u05d4\u200f ',
      'Kasse \u{1f6d2} \u05e7\u05d5\u05e4\u05d4\u200f',
    ],
    ['HTML', '<b>Cart</b>', '<b>Cart</b>'],
    ['the longest', 'x'.repeat(200), 'x'.repeat(200)],
    ['what reverses the text after it', '\u202eCart\u2066', 'Cart'],
    ['nothing but spaces', ' \t ', null],
  ])('keeps its state under a new label: %s', async (_what, label, stored) => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor));
    const changed = await app.call('PUT', `/urls/${monitor.id}`, { label });
    expect(changed).toMatchObject({ status: 200, body: { label: stored, last_check: { is_up: true } } });
    expect(await monitorRow(monitor.id)).toMatchObject({ name: stored });
    expect((await app.call('PUT', `/urls/${monitor.id}`, { label: null })).body).toMatchObject({ label: null });
  });

  test('may have the label of another URL, but none of two lines or 201 characters', async () => {
    await makeWebsite(app.db);
    const body = { url: 'https://example.com/', label: 'Cart' };
    for (const id of [1, 2]) {
      const added = await app.call('POST', '/urls/website/1', body);
      expect(added).toMatchObject({ status: 201, body: { id, label: 'Cart' } });
    }
    for (const label of ['Cart\nShop: all is well', 'x'.repeat(201), 7]) {
      const refused = { status: 422, body: { errors: [{ field: 'label' }] } };
      expect(await app.call('POST', '/urls/website/1', { ...body, label })).toMatchObject(refused);
      expect(await app.call('PUT', '/urls/1', { label })).toMatchObject(refused);
    }
  });

  test('is found below /urls only', async () => {
    const network = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/check'],
    ] as const) {
      const answer = await app.call(method, `/urls/${network.id}${path}`, method === 'PUT' ? {} : undefined);
      expect(answer).toEqual({ status: 404, body: { detail: `There is no URL ${network.id}` } });
    }
    expect((await monitorRow(network.id)).revision).toBe(1);
  });

  test('is listed with its last check and the uptime of a day', async () => {
    const { id: website_id } = await makeWebsite(app.db);
    const one = await makeMonitor(app.db, { website_id, metadata_tag: 'generator' });
    const two = await makeMonitor(app.db, { website_id });
    await makeMonitor(app.db, { website_id, kind: 'TCP_PORT' });
    const hour = 3_600_000;
    await fillHistory(app.db, {
      monitor_ids: [one.id],
      from: testNow - 48 * hour,
      to: testNow,
      interval_seconds: 3600,
      check: (at) => ({ is_up: at >= testNow - 21 * hour, is_slow: false, response_time_us: 1000, status: null }),
    });
    await app.recorder.recordNow(finishedCheck(one, { metadata_found: true }));
    await nameScreenshot(app.db, 1, 'x.webp');
    expect((await app.call('GET', `/urls/website/${website_id}`)).body).toMatchObject([
      {
        id: one.id,
        uptime_24h: 88,
        last_check_time: time,
        last_check: {
          url_id: one.id,
          is_up: true,
          status_code: 200,
          response_time: 0.12,
          checked_at: time,
          metadata_found: true,
          error_message: null,
          screenshot_path: '/screenshots/x.webp',
        },
      },
      { id: two.id, last_check: null, uptime_24h: null },
    ]);
  });

  test('keeps its state when only its limits change, and increments its revision', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor));
    const changed = await app.call('PUT', `/urls/${monitor.id}`, { timeout: 7, failure_threshold: 3 });
    expect(changed).toMatchObject({
      status: 200,
      body: { timeout: 7, failure_threshold: 3, url: monitor.target, last_check: { is_up: true } },
    });
    expect(await monitorRow(monitor.id)).toMatchObject({ revision: 2, is_up: 1, next_due_at: testNow + 60_000 });
    expect(app.engine.watched.get(monitor.id)).toMatchObject({ revision: 2, timeout_seconds: 7 });
  });

  test.each([
    ['url', { url: 'https://other.example.com/' }],
    ['metadata_tag', { metadata_tag: 'author' }],
    ['metadata_value', { metadata_value: 'me' }],
    ['check_mode', { check_mode: 'browser' }],
  ])('drops its state when its %s changes, and ends its alerts silently', async (_field, change) => {
    const monitor = await makeMonitor(app.db);
    const alert = await makeAlert(app.db, monitor);
    await app.recorder.recordNow(finishedCheck(monitor, { is_up: false, error_message: 'HTTP 503' }));
    await app.db.updateTable('stored_monitors').set({ outage_alert_id: alert.id, outage_streak: 4 }).execute();
    app.time.now += 5000;
    const answer = await app.call('PUT', `/urls/${monitor.id}`, change);
    expect(answer.body).toMatchObject({ ...change, last_check: null, last_check_time: null });
    expect(await monitorRow(monitor.id)).toMatchObject({
      is_up: null,
      last_check_id: null,
      outage_streak: 0,
      outage_alert_id: null,
      next_due_at: testNow + 5000,
    });
    const alerts = await app.db.selectFrom('alerts').selectAll().execute();
    expect(alerts).toMatchObject([{ id: alert.id, ended_at: testNow + 5000 }]);
  });

  test('keeps its state when it is sent unchanged', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor));
    await app.call('PUT', `/urls/${monitor.id}`, { url: monitor.target, metadata_tag: '', check_mode: 'http' });
    expect(await monitorRow(monitor.id)).toMatchObject({ is_up: 1, last_check_id: 1 });
  });

  test('is not watched while disabled', async () => {
    const monitor = await makeMonitor(app.db);
    await app.call('PUT', `/urls/${monitor.id}`, { timeout: 5 });
    expect(app.engine.watched.has(monitor.id)).toBe(true);
    await app.call('PUT', `/urls/${monitor.id}`, { enabled: false });
    expect(app.engine.watched.has(monitor.id)).toBe(false);
    await app.call('PUT', `/urls/${monitor.id}`, { enabled: true });
    expect(app.engine.watched.get(monitor.id)).toMatchObject({ next_due_at: testNow });
  });

  test('is checked on demand, also when disabled, and returns the stored result', async () => {
    const monitor = await makeMonitor(app.db, { enabled: 0 });
    const answer = await app.call('POST', `/urls/${monitor.id}/check`);
    expect(answer).toMatchObject({ status: 200, body: { id: 1, url_id: monitor.id, is_up: true, checked_at: time } });
    expect((await app.call('GET', '/checks/1')).body).toEqual(answer.body);
    expect((await app.call('GET', `/urls/${monitor.id}`)).body).toMatchObject({ last_check: answer.body });
  });

  test('answers 503 when a check cannot be made for a reason on our side', async () => {
    const monitor = await makeMonitor(app.db);
    app.engine.checked = () => ({ fault: 'no-route', message: 'this host has no route to the network' });
    expect(await app.call('POST', `/urls/${monitor.id}/check`)).toEqual({
      status: 503,
      body: {
        detail: 'The check could not be made: this host has no route to the network. Nothing was recorded; try again',
      },
    });
    expect(await app.db.selectFrom('checks').select('id').execute()).toEqual([]);
  });

  test('answers 409 when it was edited while the check ran', async () => {
    const monitor = await makeMonitor(app.db);
    app.engine.checked = (watched) => finishedCheck({ ...watched, revision: watched.revision + 1 });
    expect((await app.call('POST', `/urls/${monitor.id}/check`)).status).toBe(409);
  });

  test('is deleted with its screenshots', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor));
    await nameScreenshot(app.db, 1, 'a.webp');
    expect(await app.call('DELETE', `/urls/${monitor.id}`)).toEqual({ status: 204, body: null });
    expect(app.removed).toEqual(['a.webp']);
    expect((await app.call('GET', `/urls/${monitor.id}`)).status).toBe(404);
  });
});
