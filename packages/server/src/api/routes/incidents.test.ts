import type { Incident } from '@upvigil/core/contract/incidents';
import { incidentSentences } from '@upvigil/core/texts/incidents';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { type Change, createChangeFeed } from '../../base/domain/change-feed.ts';
import { markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn, changeOn } from '../../testing/change-on.ts';
import { makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { incidentRoutes } from './incidents.ts';

const minute = 60_000;
const iso = (time: number): string => new Date(time).toISOString();
let test: TestStorage;
let app: FastifyInstance;
let monitor: MonitorRow;
let now: number;
let published: Change[];
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  now = testNow;
  published = [];
  const changes = createChangeFeed(() => undefined);
  changes.subscribe((change) => published.push(change));
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, test.db);
  incidentRoutes(app, { db: test.db, clock: { ...systemClock, now: () => now }, changes });
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
async function open(given: object = {}): Promise<Incident> {
  const { status, body } = await call('POST', '/incidents/', { title: 'Checkout fails', ...given });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Incident;
}
const update = (id: number, body: object) => call('POST', `/incidents/${id}/updates`, body);

describe('an incident', () => {
  it('is created with its first update, and begins now', async () => {
    const given = { impact: 'major', website_ids: [monitor.website_id], monitor_ids: [monitor.id], body: ' We look. ' };
    expect(await open(given)).toEqual({
      id: 1,
      title: 'Checkout fails',
      impact: 'major',
      state: 'published',
      origin: 'manual',
      website_ids: [monitor.website_id],
      monitor_ids: [monitor.id],
      started_at: iso(now),
      resolved_at: null,
      updates: [{ id: 1, status: 'investigating', body: ' We look.', display_at: iso(now), edited_at: null }],
    });
    expect(published).toMatchObject([{ is_structural: true }]);
  });

  it('is resolved, gets a postmortem, and is reopened by any other status', async () => {
    const { id } = await open();
    now += minute;
    expect((await update(id, { status: 'postmortem' })).body).toEqual({ detail: incidentSentences.postmortem });
    expect((await update(id, { status: 'resolved' })).body).toMatchObject({ resolved_at: iso(now) });
    const resolved = now;
    now += minute;
    expect((await update(id, { status: 'postmortem', body: 'Why.' })).body).toMatchObject({
      resolved_at: iso(resolved),
      updates: [{ status: 'postmortem' }, { status: 'resolved' }, { status: 'investigating' }],
    });
    now += minute;
    expect((await update(id, { status: 'monitoring' })).body).toMatchObject({ resolved_at: null });
    expect((await update(id, { status: 'postmortem' })).status).toBe(409);
  });

  it('has the status of the newest update, also when that is edited or deleted', async () => {
    const { id, updates } = await open({ started_at: iso(now - 60 * minute), display_at: iso(now - 50 * minute) });
    now += minute;
    await update(id, { status: 'resolved', display_at: iso(now - 10 * minute) });
    const late = (await update(id, { status: 'identified', display_at: iso(now - 20 * minute) })).body as Incident;
    expect(late).toMatchObject({
      started_at: iso(now - 61 * minute),
      resolved_at: iso(now - 10 * minute),
      updates: [{ status: 'resolved' }, { status: 'identified' }, { status: 'investigating' }],
    });
    const [, identified] = late.updates;
    const path = `/incidents/${id}/updates/${identified?.id}`;
    const moved = (await call('PUT', path, { display_at: iso(now) })).body as Incident;
    expect(moved).toMatchObject({ resolved_at: null, updates: [{ id: identified?.id, edited_at: iso(now) }, {}, {}] });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', `/incidents/${id}`)).body).toMatchObject({ resolved_at: iso(now - 10 * minute) });
    const [resolved] = ((await call('GET', `/incidents/${id}`)).body as Incident).updates;
    expect((await call('DELETE', `/incidents/${id}/updates/${resolved?.id}`)).status).toBe(204);
    const only = await call('DELETE', `/incidents/${id}/updates/${updates[0]?.id}`);
    expect(only).toEqual({ status: 409, body: { detail: incidentSentences.onlyUpdate } });
  });

  it('refuses an update with neither a text nor another status', async () => {
    const { id } = await open();
    now += minute;
    const detail = incidentSentences.emptyUpdate;
    const refused = { status: 422, body: { detail, errors: [{ field: 'body', message: detail }] } };
    expect(await update(id, { status: 'investigating', body: ' ' })).toEqual(refused);
    expect((await call('GET', `/incidents/${id}`)).body).toMatchObject({ updates: [{ status: 'investigating' }] });
    expect((await update(id, { status: 'investigating', body: 'We found the disk.' })).status).toBe(201);
  });

  it('keeps what a postmortem follows', async () => {
    const { id, updates } = await open({ status: 'resolved', display_at: iso(now - minute) });
    await update(id, { status: 'postmortem' });
    const path = `/incidents/${id}/updates/${updates[0]?.id}`;
    expect((await call('DELETE', path)).status).toBe(409);
    expect((await call('PUT', path, { status: 'monitoring' })).status).toBe(409);
    expect((await call('PUT', path, { display_at: iso(now) })).status).toBe(200);
  });

  it('is neither in the future nor more than ten years ago', async () => {
    const { id, updates } = await open();
    const refused = (field: string, detail: string) => ({
      status: 422,
      body: { detail, errors: [{ field, message: detail }] },
    });
    const ahead = iso(now + 1);
    const old = iso(Date.UTC(2016, 2, 10, 11));
    const { ahead: isAhead, tooOld } = incidentSentences;
    expect(await call('POST', '/incidents/', { title: 'A', started_at: ahead })).toEqual(
      refused('started_at', isAhead),
    );
    expect(await call('POST', '/incidents/', { title: 'A', display_at: old })).toEqual(refused('display_at', tooOld));
    expect(await call('PUT', `/incidents/${id}`, { started_at: old })).toEqual(refused('started_at', tooOld));
    expect(await update(id, { status: 'monitoring', display_at: ahead })).toEqual(refused('display_at', isAhead));
    const path = `/incidents/${id}/updates/${updates[0]?.id}`;
    expect(await call('PUT', path, { display_at: old })).toEqual(refused('display_at', tooOld));
    expect((await open({ started_at: iso(Date.UTC(2016, 2, 10, 13)) })).started_at).toBe('2016-03-10T13:00:00.000Z');
  });

  it('names existing targets, up to 500', async () => {
    const status = async (given: object) => (await call('POST', '/incidents/', { title: 'A', ...given })).status;
    expect(await status({ website_ids: [999] })).toBe(422);
    expect(await status({ monitor_ids: [999] })).toBe(422);
    const many = Array.from({ length: 300 }, (_, place) => place + 1);
    expect(await status({ website_ids: many, monitor_ids: many })).toBe(422);
    expect(await status({ title: 'x'.repeat(201) })).toBe(422);
    expect(await status({ body: 'x'.repeat(10_001) })).toBe(422);
    const { id } = await open({ website_ids: [monitor.website_id], monitor_ids: [monitor.id] });
    await changeOn(test.db)((trx) => markWebsite(trx, monitor.website_id, now));
    expect((await call('GET', `/incidents/${id}`)).body).toMatchObject({ website_ids: [], monitor_ids: [] });
  });

  it('is changed in part', async () => {
    const other = await makeWebsite(test.db);
    const { id } = await open({ impact: 'minor', website_ids: [monitor.website_id] });
    const change = { title: 'Search fails', website_ids: [other.id] };
    expect((await call('PUT', `/incidents/${id}`, change)).body).toMatchObject({ ...change, impact: 'minor' });
    expect((await call('PUT', `/incidents/${id}`, { impact: 'none' })).body).toMatchObject({
      ...change,
      impact: 'none',
    });
  });

  it('is a draft until it is published, and then stays published', async () => {
    const { id, state } = await open({ state: 'draft' });
    expect(state).toBe('draft');
    for (const _again of [1, 2]) {
      expect(await call('POST', `/incidents/${id}/publish`)).toMatchObject({
        status: 200,
        body: { state: 'published' },
      });
    }
    expect((await call('DELETE', `/incidents/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/publish'],
    ] as const) {
      expect((await call(method, `/incidents/${id}${path}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
    }
    expect(await test.db.selectFrom('incident_updates').select('id').execute()).toEqual([]);
  });

  it('is listed by state and by the month of UTC in which it began', async () => {
    const ids = async (query: string) =>
      ((await call('GET', `/incidents/?${query}`)).body as Incident[]).map(({ id }) => id);
    const first = await open({ started_at: '2026-02-28T23:59:59.999Z', display_at: '2026-02-28T23:59:59.999Z' });
    const second = await open({ started_at: '2026-03-01T00:00:00.000Z', state: 'draft' });
    const third = await open();
    expect(await ids('')).toEqual([third.id, second.id, first.id]);
    expect(await ids('state=draft')).toEqual([second.id]);
    expect(await ids('month=2026-02')).toEqual([first.id]);
    expect(await ids('month=2026-03&state=published')).toEqual([third.id]);
    expect(await ids('limit=1')).toEqual([third.id]);
    expect((await call('GET', '/incidents/?month=2026-13')).status).toBe(422);
  });
});

it('templates are stored complete, up to 50, with unique names', async () => {
  const template = { name: 'Outage', title: 'Outage of {website}', impact: 'major', status: 'identified', body: '' };
  expect((await call('GET', '/incident-templates')).body).toEqual({ templates: [] });
  await call('PUT', '/incident-templates', { templates: [template] });
  expect((await call('GET', '/incident-templates')).body).toEqual({ templates: [template] });
  expect((await call('PUT', '/incident-templates', { templates: [template, template] })).status).toBe(422);
  const many = Array.from({ length: 51 }, (_, place) => ({ ...template, name: `${place}` }));
  expect((await call('PUT', '/incident-templates', { templates: many })).status).toBe(422);
});

it('a text is rendered as on the pages, without active content', async () => {
  const preview = (body: unknown) => call('POST', '/incidents/preview', { body });
  expect(await preview('We *look* into it.\n\n<img src=x onerror=alert(1)> [here](javascript:alert(1))')).toEqual({
    status: 200,
    body: {
      html: '<p>We <em>look</em> into it.</p>\n<p>&lt;img src=x onerror=alert(1)&gt; [here](javascript:alert(1))</p>\n',
    },
  });
  expect((await preview('x'.repeat(10_001))).status).toBe(422);
});
