import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameScreenshot } from '../../checks/record/check-store.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { fillHistory, finishedCheck, makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';

const hour = 3_600_000;
let app: ResourceApp;
beforeEach(async () => {
  app = await startResourceApp();
});
afterEach(() => app.close());

describe('the checks of a URL', () => {
  test('are listed newest first, those of the last 24 hours unless asked otherwise', async () => {
    const { id: monitor_id } = await makeMonitor(app.db);
    const other = await makeMonitor(app.db);
    for (const hours of [30, 23, 0]) await makeCheck(app.db, { monitor_id, checked_at: testNow - hours * hour });
    await makeCheck(app.db, { monitor_id: other.id });
    const ids = async (query: string) =>
      ((await app.call('GET', `/checks/url/${monitor_id}${query}`)).body as { id: number }[]).map(({ id }) => id);
    expect(await ids('')).toEqual([3, 2]);
    expect(await ids('?hours=48')).toEqual([3, 2, 1]);
    expect(await ids('?hours=1')).toEqual([3]);
    expect((await app.call('GET', `/checks/url/${monitor_id}?hours=9000`)).status).toBe(422);
    expect((await app.call('GET', '/checks/url/77')).status).toBe(404);
  });

  test('are summarized by quarters of an hour, with their percentiles', async () => {
    const monitor = await makeMonitor(app.db);
    const from = testNow - 2 * hour;
    await fillHistory(app.db, { monitor_ids: [monitor.id], from, to: testNow, interval_seconds: 300 });
    const { body } = await app.call('GET', `/checks/url/${monitor.id}/history?hours=1`);
    expect(body).toMatchObject(
      [15, 30, 45].map((minutes) => ({
        time: new Date(testNow - hour + minutes * 60_000).toISOString(),
        checks: 3,
        failures: 0,
        p50_response_time: expect.closeTo(0.12, 1),
      })),
    );
    expect((await app.call('GET', `/checks/url/${monitor.id}/history`)).body).toHaveLength(8);
    expect((await app.call('GET', '/checks/url/77/history')).status).toBe(404);
  });

  test('are not those of a network monitor', async () => {
    const { id: monitor_id } = await makeMonitor(app.db, { kind: 'TCP_PORT' });
    const { id } = await makeCheck(app.db, { monitor_id });
    const unknown = { status: 404, body: { detail: `There is no check ${id} of a URL` } };
    expect(await app.call('GET', `/checks/${id}`)).toEqual(unknown);
    expect(await app.call('DELETE', `/checks/${id}`)).toEqual(unknown);
    expect((await app.call('GET', `/checks/url/${monitor_id}`)).status).toBe(404);
    expect((await app.call('GET', `/checks/url/${monitor_id}/history`)).status).toBe(404);
    expect((await app.call('DELETE', `/checks/url/${monitor_id}/all`)).status).toBe(404);
  });
});

describe('deleting', () => {
  const lastCheck = async (id: number) =>
    (await app.call('GET', `/urls/${id}`)).body as {
      last_check: { id: number } | null;
      last_check_time: string | null;
    };
  const day = () => app.db.selectFrom('rollups_daily').select(['checks', 'failures']).execute();

  test('the last check makes the previous one the last, and keeps uptime', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow - 5000 }));
    await app.recorder.recordNow(finishedCheck(monitor, { is_up: false, error_message: 'HTTP 500' }));
    await nameScreenshot(app.db, 2, 'b.webp');
    expect(await app.call('DELETE', '/checks/2')).toEqual({ status: 204, body: null });
    expect(app.removed).toEqual(['b.webp']);
    expect(await lastCheck(monitor.id)).toMatchObject({
      last_check: { id: 1, is_up: true },
      last_check_time: new Date(testNow - 5000).toISOString(),
    });
    expect(await day()).toEqual([{ checks: 2, failures: 1 }]);
    await app.call('DELETE', '/checks/1');
    expect(await lastCheck(monitor.id)).toMatchObject({ last_check: null, last_check_time: null });
  });

  test('an older check changes nothing else', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow - 5000 }));
    await app.recorder.recordNow(finishedCheck(monitor));
    await app.call('DELETE', '/checks/1');
    expect(await lastCheck(monitor.id)).toMatchObject({ last_check: { id: 2 } });
    expect(app.engine.watched.get(monitor.id)?.revision).toBe(1);
  });

  test('the newest check removes it from the recent ones, an older one stays, and deleting all leaves none', async () => {
    const monitor = await makeMonitor(app.db);
    const recent = async () =>
      ((await app.call('GET', `/urls/${monitor.id}`)).body as { recent_checks: unknown }).recent_checks;
    for (let at = 0; at < 3; at++) {
      await app.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow + at, response_time_us: at * 1000 }));
    }
    await app.call('DELETE', '/checks/1');
    expect(await recent()).toEqual({ states: 'uuu', ms: [0, 1, 2] });
    await app.call('DELETE', '/checks/3');
    expect(await recent()).toEqual({ states: 'u', ms: [1] });
    await app.recorder.recordNow(finishedCheck({ ...monitor, revision: 2 }, { checked_at: testNow + 3, is_up: false }));
    expect(await recent()).toEqual({ states: 'ud', ms: [1, 120] });
    await app.call('DELETE', `/checks/url/${monitor.id}/all`);
    expect(await recent()).toEqual({ states: '', ms: [] });
  });

  test('all checks counts them and keeps those of others', async () => {
    const monitor = await makeMonitor(app.db);
    const other = await makeMonitor(app.db);
    for (let at = 0; at < 3; at++) {
      const recorded = await app.recorder.recordNow(finishedCheck(monitor, { checked_at: testNow + at }));
      await nameScreenshot(app.db, recorded?.check_id ?? 0, `${at}.webp`);
    }
    await app.recorder.recordNow(finishedCheck(other));
    expect(await app.call('DELETE', `/checks/url/${monitor.id}/all`)).toEqual({ status: 200, body: { deleted: 3 } });
    expect(app.removed.toSorted()).toEqual(['0.webp', '1.webp', '2.webp']);
    expect(await lastCheck(monitor.id)).toMatchObject({ last_check: null });
    expect(await lastCheck(other.id)).toMatchObject({ last_check: { url_id: other.id } });
    expect(await app.call('DELETE', `/checks/url/${monitor.id}/all`)).toEqual({ status: 200, body: { deleted: 0 } });
  });

  test('checks does not keep the next ones from being recorded', async () => {
    const monitor = await makeMonitor(app.db);
    await app.recorder.recordNow(finishedCheck(monitor));
    await app.call('DELETE', '/checks/1');
    const watched = app.engine.watched.get(monitor.id);
    expect(watched?.revision).toBe(2);
    await app.recorder.recordNow(finishedCheck({ ...monitor, revision: 2 }));
    expect(await day()).toEqual([{ checks: 2, failures: 0 }]);
  });
});
