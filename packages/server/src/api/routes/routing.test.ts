import { defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { type Change, createChangeFeed } from '../../base/domain/change-feed.ts';
import { markMonitors, markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn, changeOn } from '../../testing/change-on.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { routingRoutes } from './routing.ts';
import { silenceRoutes } from './silences.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
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
  const deps = { db: test.db, clock: { ...systemClock, now: () => now }, changes };
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, test.db);
  routingRoutes(app, { ...deps, channelRules });
  silenceRoutes(app, deps);
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const put = (given: Partial<RoutingDocument>) => call('PUT', '/routing', { ...defaultRouting, ...given });
const until = (milliseconds: number) => new Date(now + milliseconds).toISOString();

describe('the routing document', () => {
  it('has the built-in defaults until somebody changes it, and counts its changes', async () => {
    expect((await call('GET', '/routing')).body).toEqual(defaultRouting);
    expect(await put({ time_zone: 'Europe/Berlin' })).toMatchObject({ status: 200, body: { revision: 1 } });
    expect((await call('GET', '/routing')).body).toMatchObject({ revision: 1, time_zone: 'Europe/Berlin' });
  });

  it('is refused with an outdated revision', async () => {
    await put({});
    expect(await put({ time_zone: 'Europe/Berlin' })).toMatchObject({
      status: 409,
      body: { detail: 'The routing has changed: load it again' },
    });
    expect(await put({ revision: 1 })).toMatchObject({ status: 200, body: { revision: 2 } });
  });

  it('accepts one of several concurrent changes of a revision', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => put({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is refused with an unknown channel, naming its place', async () => {
    const [standard] = defaultRouting.policies;
    const steps = [
      { after_minutes: 0, channels: ['email' as const] },
      { after_minutes: 5, channels: ['sms' as const, 77] },
    ];
    expect(
      await put({ policies: [{ ...standard, id: 1, name: 'Default', steps, remind_minutes: null }] }),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'policies.0.steps.1.channels.1', message: 'There is no channel 77' }] },
    });
  });

  it('keeps deleted targets, and drops deleted channels', async () => {
    const none = { alert_types: [], min_severity: 'critical' as const, quiet: [] };
    const route = { name: 'Old', tags: [], alert_types: [], severities: [], when: [], policy_id: null };
    const { body } = await put({
      channels: { 77: none, sms: none },
      routes: [{ ...route, website_ids: [4711], monitor_ids: [4712] }],
    });
    expect(body).toMatchObject({ channels: { sms: none }, routes: [{ website_ids: [4711], monitor_ids: [4712] }] });
    expect(Object.keys((body as RoutingDocument).channels)).toEqual(['sms']);
  });
});

describe('the explanation of an alert', () => {
  const ask = (given: object = {}) =>
    call('POST', '/routing/explain', { monitor_id: monitor.id, alert_type: 'DOWN', ...given });

  it('covers each channel, and any time', async () => {
    const quiet = [{ days: ['tue'], from: '22:00', to: '07:00' }];
    await put({
      channels: { slack: { alert_types: [], min_severity: 'warning', quiet } } as RoutingDocument['channels'],
    });
    expect((await ask({ at: '2026-03-10T23:00:00Z' })).body).toMatchObject({
      route: null,
      policy: 'Default',
      channels: [
        { ref: 'email', name: 'email', step: 0, told: 'never', at: null, reason: 'email is switched off' },
        { ref: 'sms', told: 'never', reason: 'SMS is switched off' },
        { ref: 'slack', told: 'never', reason: 'Slack is not set for this website' },
      ],
    });
  });

  it('is refused for an unknown monitor', async () => {
    expect((await ask({ monitor_id: 4711 })).status).toBe(404);
  });

  it('includes silences at their own times only', async () => {
    await call('POST', '/silences/', { website_id: monitor.website_id, until: until(60 * minute) });
    const reasonsAt = async (at: string) =>
      ((await ask({ at })).body as { channels: { reason: string }[] }).channels.map(({ reason }) => reason)[0];
    expect(await reasonsAt(until(59 * minute))).toBe('muted until 13:00');
    expect(await reasonsAt(until(61 * minute))).toBe('email is switched off');
    expect(await reasonsAt(until(-minute))).toBe('email is switched off');
  });
});

describe('a silence', () => {
  const mute = (given: object) => call('POST', '/silences/', { until: until(60 * minute), ...given });
  const list = async () => (await call('GET', '/silences/')).body as { id: number }[];

  it('is of a website or a monitor, and listed until it ends', async () => {
    const made = await mute({ monitor_id: monitor.id, reason: 'Works' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        monitor_id: monitor.id,
        website_id: null,
        website_name: 'Shop',
        monitor_name: 'https://shop.example.com/',
      },
    });
    await mute({ website_id: monitor.website_id, until: until(5 * minute) });
    expect((await list()).map(({ id }) => id)).toHaveLength(2);
    now += 6 * minute;
    expect(await list()).toMatchObject([made.body]);
  });

  it('ends in the future, within 30 days', async () => {
    for (const [milliseconds, status] of [
      [0, 422],
      [1_000, 201],
      [30 * day, 201],
      [30 * day + 1_000, 422],
    ] as const) {
      expect([milliseconds, (await mute({ monitor_id: monitor.id, until: until(milliseconds) })).status]).toEqual([
        milliseconds,
        status,
      ]);
    }
  });

  it('needs an existing target', async () => {
    expect((await mute({ monitor_id: 4711 })).status).toBe(422);
    expect((await mute({ website_id: 4711 })).status).toBe(422);
    expect((await call('DELETE', '/silences/4711')).status).toBe(404);
  });

  it('is one of up to 500 that have not ended', async () => {
    const row = { monitor_id: monitor.id, reason: '', created_at: now, until: now + minute };
    await test.db
      .insertInto('silences')
      .values(Array.from({ length: 500 }, () => row))
      .execute();
    expect((await mute({ monitor_id: monitor.id })).status).toBe(409);
    now += 2 * minute;
    expect((await mute({ monitor_id: monitor.id })).status).toBe(201);
  });

  it('is deleted with its monitor or website', async () => {
    const other = await makeMonitor(test.db);
    await mute({ monitor_id: monitor.id });
    await mute({ website_id: other.website_id });
    await changeOn(test.db)((trx) => markMonitors(trx, [monitor.id], now));
    expect(await list()).toHaveLength(1);
    await changeOn(test.db)((trx) => markWebsite(trx, other.website_id, now));
    expect(await test.db.selectFrom('silences').selectAll().execute()).toEqual([]);
  });

  it('that is ended early has its deferred deliveries re-evaluated, and wakes the outbox', async () => {
    const { body } = await mute({ monitor_id: monitor.id });
    const { id: alert_id } = await makeAlert(test.db, monitor);
    const held = { alert_id, channel: 'email', status: 'suppressed', created_at: now } as const;
    await test.db
      .insertInto('deliveries')
      .values([
        { ...held, reason: 'muted until 13:00', next_attempt_at: now + 60 * minute },
        { ...held, reason: 'quiet hours until 13:00', next_attempt_at: now + 60 * minute },
      ])
      .execute();
    await call('DELETE', `/silences/${(body as { id: number }).id}`);
    const rows = await test.db.selectFrom('deliveries').select('next_attempt_at').orderBy('id').execute();
    expect(rows.map(({ next_attempt_at }) => next_attempt_at)).toEqual([now, now + 60 * minute]);
    expect(published.at(-1)?.has_deliveries).toBe(true);
  });
});
