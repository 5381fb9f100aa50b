import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import { readAlertContents } from '../../alerts/notify/message/alert-content-store.ts';
import { subject } from '../../alerts/notify/message/message.ts';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn, changeOn } from '../../testing/change-on.ts';
import { startRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { markRoutes } from './marks.ts';

let test: TestStorage;
let app: FastifyInstance;
let monitor: MonitorRow;
let now: number;
const clock = { ...systemClock, now: () => now };
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db, { failure_threshold: 2 });
  now = testNow;
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, test.db);
  markRoutes(app, { db: test.db, clock, changes: createChangeFeed(() => undefined) });
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

/** Two failed checks 5 s apart: the outage began with the first. */
async function goDown(): Promise<void> {
  const recording = startRecording({ db: test.db, clock, raiseAlerts: createRaiseAlerts({ clock, channels: [] }) });
  const failed = { is_up: false, status_code: 503, response_time_us: null, error_message: 'HTTP 503' };
  await recording.record(finishedCheck(monitor, { ...failed, checked_at: now }));
  await recording.record(finishedCheck(monitor, { ...failed, checked_at: now + 5000 }));
}
const alerts = () => test.db.selectFrom('alerts').selectAll().orderBy('id').execute();

it('are listed newest first for the requested hours, and deleted', async () => {
  const { website_id } = monitor;
  const first = await call('POST', '/marks/', {
    label: ' v1 ',
    website_id,
    url: 'https://ci.example.org/7',
    public: true,
  });
  expect(first).toMatchObject({
    status: 201,
    body: { label: 'v1', website_id, website_name: 'Shop', at: ago(0), url: 'https://ci.example.org/7', public: true },
  });
  await call('POST', '/marks/', { label: 'old', at: ago(3 * 3600) });
  const labels = async (query = '') => (await call('GET', `/marks${query}`)).body.map(({ label }: never) => label);
  expect(await labels()).toEqual(['v1', 'old']);
  expect(await labels('?hours=2')).toEqual(['v1']);
  expect(await call('DELETE', `/marks/${first.body.id}`)).toEqual({ status: 204, body: null });
  expect(await call('DELETE', `/marks/${first.body.id}`)).toMatchObject({ status: 404 });
});

it.each([
  [{ label: '' }, 'Label is required'],
  [{ label: 'x'.repeat(101) }, 'Label must have at most 100 characters'],
  [{ label: 'two\nlines' }, 'Label must be one line without control characters'],
  [{ label: 'v1', website_id: 99 }, 'There is no website 99'],
  [{ label: 'v1', url: 'javascript:alert(1)' }, 'URL must be a full address that starts with http:// or https://'],
  [{ label: 'v1', at: new Date(testNow + 3_600_000).toISOString() }, 'The time must not be in the future'],
])('%j is refused', async (body, detail) => {
  expect(await call('POST', '/marks', body)).toMatchObject({ status: 422, body: { detail } });
});

it('an outage that begins soon after a mark names it in its subject, and not in its message', async () => {
  await call('POST', '/marks', { label: 'v1.4.2', website_id: monitor.website_id });
  now += 42_000;
  await goDown();
  const [alert] = await alerts();
  expect(alert).toMatchObject({ mark: 'DOWN 42 s after v1.4.2' });
  expect(`${alert?.message} ${alert?.public_message}`).not.toContain('v1.4.2');
  const contents = await readAlertContents(test.db, [alert?.id ?? 0]);
  expect(subject([...contents.values()])).toBe(
    'DOWN 42 s after v1.4.2: Shop: https://shop.example.com/ is down: HTTP 503',
  );
});

it('a mark that is set a little late is added to the outage after it, and to no other alert', async () => {
  await goDown();
  now += 60_000;
  await call('POST', '/marks', { label: 'v2', at: ago(70) });
  expect(await alerts()).toMatchObject([{ mark: 'DOWN 10 s after v2' }]);
});

it('the marks of a website are deleted with it', async () => {
  await call('POST', '/marks', { label: 'ours', website_id: monitor.website_id });
  await call('POST', '/marks', { label: 'all' });
  await changeOn(test.db)((trx) => markWebsite(trx, monitor.website_id, now));
  expect((await call('GET', '/marks')).body).toMatchObject([{ label: 'all', website_name: null }]);
});
