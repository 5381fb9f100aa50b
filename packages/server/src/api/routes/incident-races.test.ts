import type { Incident, IncidentStatus } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import { incidentSentences } from '@upvigil/core/texts/incidents';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { auditOn } from '../../testing/change-on.ts';
import { makeIncident } from '../../testing/incident-rows.ts';
import { makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { incidentRoutes } from './incidents.ts';

const minute = 60_000;
const iso = (time: number): string => new Date(time).toISOString();
let test: TestStorage;
let app: FastifyInstance;
beforeEach(async () => {
  test = await openTestStorage();
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const clock = { ...systemClock, now: () => testNow };
  auditOn(app, test.db);
  incidentRoutes(app, { db: test.db, clock, changes: createChangeFeed(() => undefined) });
});
afterEach(async () => {
  await app.close();
  await test.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  const body = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, body };
}
const get = async (id: number): Promise<Incident> => (await call('GET', `/incidents/${id}`)).body;
const statuses = (incident: Incident) => incident.updates.map(({ status }) => status);
const updatesOf = (...all: IncidentStatus[]) =>
  all.map((status, place) => ({ status, at: testNow - (all.length - place) * minute }));

describe('people who write at once', () => {
  it('post no more updates than an incident can have', async () => {
    const id = await makeIncident(test.db, {
      updates: Array.from({ length: limits.incidentUpdates - 2 }, (_, at) => ({
        status: 'monitoring',
        at: testNow - at,
      })),
    });
    const posted = await Promise.all(
      Array.from({ length: 6 }, () =>
        call('POST', `/incidents/${id}/updates`, { status: 'monitoring', body: 'Fine.' }),
      ),
    );
    expect(posted.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await get(id)).updates).toHaveLength(limits.incidentUpdates);
  });

  it('delete all updates but one', async () => {
    const id = await makeIncident(test.db, { updates: updatesOf('investigating', 'identified', 'monitoring') });
    const { updates } = await get(id);
    const deleted = await Promise.all(updates.map((update) => call('DELETE', `/incidents/${id}/updates/${update.id}`)));
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, 204, 409]);
    expect((await get(id)).updates).toHaveLength(1);
  });

  it('leave no postmortem without a resolved update', async () => {
    const id = await makeIncident(test.db, { updates: updatesOf('investigating', 'resolved') });
    const [resolved] = (await get(id)).updates;
    const answers = await Promise.all([
      call('POST', `/incidents/${id}/updates`, { status: 'postmortem' }),
      call('PUT', `/incidents/${id}/updates/${resolved?.id}`, { status: 'monitoring' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409]);
    expect([
      ['postmortem', 'resolved', 'investigating'],
      ['monitoring', 'investigating'],
    ]).toContainEqual(statuses(await get(id)));
  });

  it('both keep their texts, and the newest status applies', async () => {
    const id = await makeIncident(test.db);
    const bodies = ['one', 'two', 'three', 'four'];
    await Promise.all(bodies.map((body) => call('POST', `/incidents/${id}/updates`, { status: 'identified', body })));
    const resolving = call('POST', `/incidents/${id}/updates`, { status: 'resolved' });
    await Promise.all([resolving, call('PUT', `/incidents/${id}`, { title: 'Search fails' })]);
    const incident = await get(id);
    expect(incident.updates.map(({ body }) => body).sort()).toEqual([...bodies, 'We are on it.', ''].sort());
    expect(incident).toMatchObject({ title: 'Search fails', resolved_at: iso(testNow) });
  });

  it('write nothing to what another deletes', async () => {
    const id = await makeIncident(test.db);
    const answers = await Promise.all([
      call('DELETE', `/incidents/${id}`),
      ...[1, 2, 3].map(() => call('POST', `/incidents/${id}/updates`, { status: 'monitoring', body: 'Fine.' })),
    ]);
    for (const { status } of answers) expect([201, 204, 404]).toContain(status);
    expect(await test.db.selectFrom('incident_updates').select('id').execute()).toEqual([]);
  });
});

describe('an edit of the time that reorders updates', () => {
  const move = (id: number, updateId: number | undefined, at: number) =>
    call('PUT', `/incidents/${id}/updates/${updateId}`, { display_at: iso(at) });

  it('is refused when a postmortem would precede the resolved update', async () => {
    const id = await makeIncident(test.db, { updates: updatesOf('investigating', 'resolved', 'postmortem') });
    const [postmortem, resolved, investigating] = (await get(id)).updates;
    const refused = { status: 409, body: { detail: incidentSentences.postmortem } };
    expect(await move(id, resolved?.id, testNow)).toEqual(refused);
    expect(await move(id, postmortem?.id, testNow - 10 * minute)).toEqual(refused);
    expect(await move(id, investigating?.id, Date.parse(postmortem?.display_at ?? '') - 1)).toEqual(refused);
    expect(statuses(await get(id))).toEqual(['postmortem', 'resolved', 'investigating']);
  });

  it('reopens a resolved incident, and resolves it again', async () => {
    const id = await makeIncident(test.db, { updates: updatesOf('investigating', 'resolved', 'postmortem') });
    const { updates, started_at, resolved_at } = await get(id);
    const opened = (await move(id, updates[2]?.id, testNow)).body;
    expect(statuses(opened)).toEqual(['investigating', 'postmortem', 'resolved']);
    expect(opened).toMatchObject({ resolved_at: null, started_at });
    expect((await move(id, updates[2]?.id, testNow - 3 * minute)).body).toMatchObject({ started_at, resolved_at });
  });

  it('treats the later written of two updates at one time as the newer', async () => {
    const id = await makeIncident(test.db, { updates: updatesOf('investigating', 'monitoring', 'resolved') });
    const { updates } = await get(id);
    const moved = (await move(id, updates[1]?.id, Date.parse(updates[0]?.display_at ?? ''))).body;
    expect(statuses(moved)).toEqual(['resolved', 'monitoring', 'investigating']);
  });
});

it('times may be from ten years ago to now, and not a millisecond beyond', async () => {
  const status = async (display_at: number) =>
    (await call('POST', '/incidents/', { title: 'A', display_at: iso(display_at) })).status;
  const oldest = Date.UTC(2016, 2, 10, 12);
  expect(await Promise.all([testNow, testNow + 1, oldest, oldest - 1].map(status))).toEqual([201, 422, 201, 422]);
});

it('an incident names up to 500 targets, however they are added', async () => {
  const { id: website_id } = await makeWebsite(test.db);
  const { id: _id, ...row } = await makeMonitor(test.db, { website_id });
  for (let made = 1; made < limits.incidentTargets; made += 25) {
    const count = Math.min(25, limits.incidentTargets - made);
    await test.db
      .insertInto('stored_monitors')
      .values(Array.from({ length: count }, () => row))
      .execute();
  }
  const monitor_ids = (await test.db.selectFrom('monitors').select('id').execute()).map(({ id }) => id);
  const { status, body } = await call('POST', '/incidents/', { title: 'A', monitor_ids });
  expect([status, body.monitor_ids.length]).toEqual([201, limits.incidentTargets]);
  expect(await call('PUT', `/incidents/${body.id}`, { website_ids: [website_id] })).toMatchObject({
    status: 422,
    body: { detail: incidentSentences.tooManyTargets },
  });
  const swapped = { website_ids: [website_id], monitor_ids: monitor_ids.slice(1) };
  expect(await call('PUT', `/incidents/${body.id}`, swapped)).toMatchObject({ status: 200, body: swapped });
});

it('a template keeps literal braces', async () => {
  const template = {
    name: 'A',
    title: '{website} {x} {{services}',
    body: '{ {started_at',
    impact: 'minor',
    status: 'resolved',
  };
  await call('PUT', '/incident-templates', { templates: [template] });
  expect((await call('GET', '/incident-templates')).body).toEqual({ templates: [template] });
});
