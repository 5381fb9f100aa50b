import type { Report } from '@upvigil/core/contract/reports';
import { limits } from '@upvigil/core/limits';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReportSchedule } from '../../alerts/reports/report-schedule.ts';
import { systemClock } from '../../base/clock.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../../storage/settings/notification-settings-store.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';
import { answerError } from '../http/error-handler.ts';
import { reportRoutes } from './reports.ts';

const hour = 3_600_000;
const sources = { channels: {}, newestBackup: async () => testNow - hour };

let lab: NotificationLab;
let app: FastifyInstance;
let now: number;
beforeEach(async () => {
  lab = await openNotificationLab();
  now = testNow;
  app = serve(20_000);
});
afterEach(async () => {
  await app.close();
  await lab.close();
});

/** The routes, with a time limit for the SMTP server. */
function serve(deadlineMilliseconds: number): FastifyInstance {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const { db, channels, changes } = lab;
  const publicUrl = () => 'https://status.example.org';
  auditOn(app, lab.db);
  reportRoutes(app, {
    db,
    changes,
    clock: { now: () => now },
    sender: { db, clock: { now: () => now }, email: channels.email, sources, publicUrl, deadlineMilliseconds },
  });
  return app;
}

async function call<Body = Record<string, unknown>>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as Body };
}
const given = { name: 'Ops', frequency: 'daily', time: '08:00', recipients: ['ops@example.com', 'boss@example.com'] };
const create = async (more: object = {}): Promise<Report> =>
  (await call<Report>('POST', '/reports/', { ...given, ...more })).body;
const only = async (): Promise<Report | undefined> => (await call<Report[]>('GET', '/reports/')).body[0];

describe('reports', () => {
  it('are added with their next run, changed in part, and deleted', async () => {
    const website = await makeWebsite(lab.db);
    const added = await create({ website_ids: [website.id], time_zone: 'Europe/Berlin' });
    expect(added).toMatchObject({
      ...given,
      enabled: true,
      weekday: 'mon',
      website_ids: [website.id],
      next_at: '2026-03-11T07:00:00.000Z',
      last_sent_at: null,
      last_error: null,
    });
    const off = await call('PUT', `/reports/${added.id}`, { enabled: false });
    expect(off.body).toEqual({ ...added, enabled: false, next_at: null });
    const weekly = await call('PUT', `/reports/${added.id}`, { enabled: true, frequency: 'weekly', weekday: 'fri' });
    expect(weekly.body).toMatchObject({ next_at: '2026-03-13T07:00:00.000Z', time_zone: 'Europe/Berlin' });
    expect((await call('DELETE', `/reports/${added.id}`)).status).toBe(204);
    expect(await only()).toBeUndefined();
    for (const [method, url] of [
      ['PUT', `/reports/${added.id}`],
      ['DELETE', `/reports/${added.id}`],
    ] as const) {
      expect(await call(method, url, method === 'PUT' ? {} : undefined)).toMatchObject({ status: 404 });
    }
    expect((await call('POST', `/reports/${added.id}/send`)).status).toBe(404);
  });

  it('keep a run that is due now when other fields are edited', async () => {
    const { id, next_at } = await create();
    now = Date.parse(String(next_at)) + 1_000;
    expect((await call('PUT', `/reports/${id}`, { name: 'Others' })).body).toMatchObject({ next_at });
    expect((await call('PUT', `/reports/${id}`, { time: '09:00' })).body).not.toMatchObject({ next_at });
  });

  it('leave out deleted websites, and never become reports of all', async () => {
    const [one, other] = [await makeWebsite(lab.db), await makeWebsite(lab.db)];
    const { id } = await create({ website_ids: [one.id, other.id] });
    await lab.db.deleteFrom('stored_websites').where('id', '=', one.id).execute();
    expect(await only()).toMatchObject({ website_ids: [other.id] });
    await lab.db.deleteFrom('stored_websites').where('id', '=', other.id).execute();
    expect((await only())?.website_ids).toHaveLength(2);
    expect(await call('POST', `/reports/${id}/send`)).toMatchObject({
      status: 409,
      body: { detail: 'No report: the websites that it is about were deleted' },
    });
    expect(await call('PUT', `/reports/${id}`, { name: 'Others' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'website_ids' }] },
    });
    expect(await call('PUT', `/reports/${id}`, { website_ids: [] })).toMatchObject({ status: 200 });
  });

  it('are twenty at most', async () => {
    for (let made = 0; made < limits.reports; made++) expect(await create()).toMatchObject({ name: 'Ops' });
    expect(await call('POST', '/reports/', given)).toMatchObject({ status: 409 });
  });

  it('refuse invalid values', async () => {
    const wrong = [
      { time: '24:00' },
      { time_zone: 'Europe/Nowhere' },
      { recipients: [] },
      { recipients: ['a@example.com\r\nBcc: b@example.com'] },
      { frequency: 'hourly' },
    ];
    for (const each of wrong) {
      expect(await call('POST', '/reports/', { ...given, ...each }), JSON.stringify(each)).toMatchObject({
        status: 422,
      });
    }
  });
});

describe('a report that is sent by hand', () => {
  it('is sent to its recipients at once as text and HTML, and the schedule stays', async () => {
    await makeWebsite(lab.db, { name: 'Shop & Co' });
    const { id, next_at } = await create();
    // Reports do not need email alerts.
    await saveNotificationSettings(lab.db, { ...(await readNotificationSettings(lab.db)), email_enabled: false });
    const { status, body } = await call('POST', `/reports/${id}/send`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Report sent to ops@example.com, boss@example.com' },
    });
    const [email] = lab.smtp.messages;
    expect(email).toMatchObject({
      to: ['ops@example.com', 'boss@example.com'],
      subject: 'Daily report "Ops": no checks, no outages',
    });
    expect(email?.text).toContain('N/A  Shop & Co  no outage');
    expect(email?.html).toContain('<td valign="top">Shop &amp; Co</td>');
    expect(email?.html).toContain('https://status.example.org/');
    expect(await only()).toMatchObject({ next_at, last_sent_at: new Date(testNow).toISOString(), last_error: null });
  });

  it('returns the refusal of the server', async () => {
    const { id } = await create();
    for (const refused of given.recipients) lab.smtp.refused.add(refused);
    const { status, body } = await call('POST', `/reports/${id}/send`);
    expect({ status, body }).toMatchObject({ status: 200, body: { success: false } });
    expect(await only()).toMatchObject({ last_sent_at: null, last_error: body.message });
  });

  it('reports a server that does not answer', async () => {
    const { id } = await create();
    lab.smtp.behaviour = 'hang';
    app = serve(200);
    const { body } = await call('POST', `/reports/${id}/send`);
    expect(body).toEqual({ success: false, message: 'no answer within 0.2 s' });
  });

  it('is refused while email is not set up', async () => {
    const { id } = await create();
    await lab.db.deleteFrom('settings').execute();
    expect(await call('POST', `/reports/${id}/send`)).toMatchObject({
      status: 409,
      body: { detail: 'Email is not configured: the SMTP server is not set' },
    });
  });
});

it('one that is deleted before it was sent is not sent', async () => {
  const { id } = await create();
  await lab.db.updateTable('reports').set({ next_at: Date.now() }).execute();
  const log = { info: () => undefined, error: () => undefined };
  const schedule = createReportSchedule({ ...lab, clock: systemClock, sources, log });
  schedule.start();
  await expect.poll(() => lab.db.selectFrom('messages').selectAll().execute()).toHaveLength(1);
  await schedule.stop();
  await call('DELETE', `/reports/${id}`);
  expect(await lab.db.selectFrom('messages').selectAll().execute()).toEqual([]);
});
