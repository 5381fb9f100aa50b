import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError } from '../../api/http/error-handler.ts';
import { maintenanceRoutes } from '../../api/routes/maintenance.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';

const second = 1000;
const minute = 60 * second;

let lab: NotificationLab;
let app: FastifyInstance;
let monitor: MonitorRow;
let outbox: Awaited<ReturnType<NotificationLab['startOutbox']>>;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, lab.db);
  maintenanceRoutes(app, { db: lab.db, clock: lab.clock, changes: lab.changes, current: lab.maintenance });
  outbox = await lab.startOutbox();
});
afterEach(async () => {
  await app.close();
  await lab.close();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const start = async (minutes: number) =>
  (await call('POST', '/maintenance/start', { website_ids: [monitor.website_id], minutes })).body;
const emails = () => lab.smtp.messages.map(({ subject }) => subject);
const emailRows = () =>
  lab.db.selectFrom('deliveries').selectAll().where('channel', '=', 'email').orderBy('id').execute();
const checks = () => lab.db.selectFrom('checks').select(['is_up', 'in_maintenance']).orderBy('id').execute();

it('24.2: DOWN before the window stays down and sent', async () => {
  await lab.goDown(monitor);
  await lab.advance(second);
  const { not_covered } = await start(30);
  expect(not_covered).toEqual([{ monitor_id: monitor.id, name: 'https://shop.example.com/', website_name: 'Shop' }]);
  await lab.advance(minute);
  await lab.goDown(monitor);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: /)]);
  expect(await checks()).toEqual(Array.from({ length: 4 }, () => ({ is_up: 0, in_maintenance: null })));
  await lab.comeUp(monitor);
  await lab.advance(minute);
  expect(emails()).toHaveLength(2);
});

it('24.2: an outage whose first check failed before the window is sent, also when it is confirmed in it', async () => {
  await lab.failOnce(monitor);
  await lab.advance(2 * second);
  await start(30);
  await lab.failOnce(monitor);
  await lab.advance(minute);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: /)]);
});

it('24.3: DOWN inside, lasting: sent once, 120 s after', async () => {
  const run = await start(10);
  await lab.advance(minute);
  await lab.goDown(monitor);
  const end = Date.parse(run.ends_at);
  expect((await emailRows())[0]).toMatchObject({
    status: 'suppressed',
    reason: 'maintenance until 12:10',
    next_attempt_at: end + 120 * second,
  });
  await lab.leap(end + 115 * second - lab.clock.now());
  expect(emails()).toEqual([]);
  await lab.advance(20 * second);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN since 12:01 UTC, during maintenance: /)]);
  await lab.leap(20 * minute);
  expect(emails()).toHaveLength(1);
});

it('24.3: problems of a run that ends early are sent two minutes later, those of an extended run later', async () => {
  const { id, ends_at } = await start(60);
  await lab.goDown(monitor);
  const longer = new Date(Date.parse(ends_at) + 30 * minute).toISOString();
  expect(await call('PUT', `/maintenance/runs/${id}`, { ends_at: longer })).toMatchObject({
    body: { ends_at: longer },
  });
  await lab.leap(70 * minute);
  expect(emails()).toEqual([]);
  expect(await emailRows()).toMatchObject([{ reason: 'maintenance until 13:30' }]);
  expect(await call('POST', `/maintenance/runs/${id}/end`)).toMatchObject({ body: { state: 'verifying' } });
  await lab.advance(110 * second);
  expect(emails()).toEqual([]);
  await lab.advance(20 * second);
  expect(emails()).toHaveLength(1);
});

it('24.4: DOWN and up inside: nobody notified, the ledger has the reason, and roll-ups know that it was in maintenance', async () => {
  await lab.comeUp(monitor);
  await start(10);
  await lab.advance(minute);
  await lab.goDown(monitor);
  await lab.advance(minute);
  await lab.comeUp(monitor);
  await lab.leap(30 * minute);
  await lab.comeUp(monitor);
  expect([lab.smtp.messages, lab.sms.messages]).toEqual([[], []]);
  expect((await emailRows()).map(({ reason }) => reason)).toEqual([
    'maintenance until 12:10',
    'alert 1 was not notified here',
  ]);
  expect((await checks()).map(({ in_maintenance }) => in_maintenance)).toEqual([null, 1, 1, 1, null]);
  expect(await lab.db.selectFrom('rollups_daily').selectAll().execute()).toMatchObject([
    { checks: 5, failures: 2, maintenance_checks: 3, maintenance_failures: 2 },
  ]);
});

it('a program that restarts during a run, and again in the two minutes after it, sends a lasting problem once', async () => {
  const run = await start(10);
  await lab.goDown(monitor);
  const restart = async (): Promise<void> => {
    await outbox.stop();
    await lab.maintenance.load();
    outbox = await lab.startOutbox();
  };
  await restart();
  await lab.advance(Date.parse(run.ends_at) + minute - lab.clock.now());
  await restart();
  expect(emails()).toEqual([]);
  await lab.advance(2 * minute);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN since 12:00 UTC, during maintenance: /)]);
});

it('the last of overlapping runs defers, and a problem that began in both is sent after it', async () => {
  await start(10);
  await start(20);
  await lab.goDown(monitor);
  expect(await emailRows()).toMatchObject([{ reason: 'maintenance until 12:20' }]);
  await lab.leap(15 * minute);
  expect(emails()).toEqual([]);
  await lab.advance(8 * minute);
  expect(emails()).toHaveLength(1);
});

it('a run that ends during a check: a result after its end is outside maintenance, and sent at once', async () => {
  const { id } = await start(60);
  await lab.advance(minute);
  await call('POST', `/maintenance/runs/${id}/end`);
  await lab.advance(1);
  await lab.goDown(monitor);
  await lab.advance(5 * second);
  expect(await checks()).toEqual(Array.from({ length: 2 }, () => ({ is_up: 0, in_maintenance: null })));
  expect(emails()).toHaveLength(1);
});

it('a website that is removed from the running window is sent at once, and the other stays deferred', async () => {
  const other = await makeMonitor(lab.db);
  const website_ids = [monitor.website_id, other.website_id];
  const { window_id } = (await call('POST', '/maintenance/start', { website_ids, minutes: 30 })).body;
  await lab.goDown(monitor, other);
  await lab.advance(minute);
  const answer = await call('PUT', `/maintenance/${window_id}`, { website_ids: [other.website_id] });
  expect(answer).toMatchObject({ status: 200, body: { website_ids: [other.website_id] } });
  await lab.advance(10 * second);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: /)]);
  await lab.goDown(monitor, other);
  expect((await checks()).map(({ in_maintenance }) => in_maintenance)).toEqual([1, 1, 1, 1, null, 1, null, 1]);
  await lab.leap(40 * minute);
  expect(emails()).toEqual([
    expect.stringMatching(/^DOWN: /),
    expect.stringMatching(/^DOWN since 12:00 UTC, during maintenance: /),
  ]);
});

it('a website that is added to the running window is deferred from then on, and a problem that began before is sent', async () => {
  const other = await makeMonitor(lab.db);
  const { window_id } = await start(30);
  await lab.advance(minute);
  await lab.goDown(other);
  const website_ids = [monitor.website_id, other.website_id];
  await call('PUT', `/maintenance/${window_id}`, { website_ids });
  await lab.advance(10 * second);
  expect(emails()).toHaveLength(1);
  const late = await makeMonitor(lab.db, { website_id: other.website_id });
  await lab.goDown(late);
  await lab.leap(20 * minute);
  expect(emails()).toHaveLength(1);
});

it('slow and missing meta tags that begin in a run are deferred as outages are', async () => {
  await start(10);
  await lab.goSlow(monitor);
  expect(await emailRows()).toMatchObject([{ reason: 'maintenance until 12:10' }]);
  await lab.leap(11 * minute);
  expect(emails()).toEqual([]);
  await lab.advance(2 * minute);
  expect(emails()).toEqual([expect.stringMatching(/^SLOW since 12:00 UTC, during maintenance: /)]);
});

it('a problem after the end is sent at once, and so is one of another website during the run', async () => {
  const other = await makeMonitor(lab.db);
  await start(10);
  await lab.goDown(other);
  await lab.advance(5 * second);
  expect(emails()).toHaveLength(1);
  await lab.leap(10 * minute);
  await lab.goDown(monitor);
  await lab.advance(10 * second);
  expect(emails()).toHaveLength(2);
});
