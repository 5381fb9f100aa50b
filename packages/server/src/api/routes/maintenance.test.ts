import { limits } from '@upvigil/core/limits';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CurrentRuns, createCurrentRuns } from '../../alerts/maintenance/current-runs.ts';
import { makeAllRuns } from '../../alerts/maintenance/maintenance-watch.ts';
import { forgetOldWindows } from '../../alerts/maintenance/window-store.ts';
import { systemClock } from '../../base/clock.ts';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import { markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { auditOn, changeOn } from '../../testing/change-on.ts';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { maintenanceRoutes } from './maintenance.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let test: TestStorage;
let app: FastifyInstance;
let monitor: MonitorRow;
let current: CurrentRuns;
let now: number;
const clock = { ...systemClock, now: () => now };
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  now = testNow;
  current = createCurrentRuns({ db: test.db, clock });
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  auditOn(app, test.db);
  maintenanceRoutes(app, { db: test.db, clock, changes: createChangeFeed(() => undefined), current });
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
/** Daily at 02:30 in Berlin, from the next day. */
const daily = (given: object = {}) =>
  call('POST', '/maintenance/', {
    title: 'Database',
    monitor_ids: [monitor.id],
    time_zone: 'Europe/Berlin',
    starts_at: '2026-03-11T02:30',
    duration_minutes: 60,
    rrule: 'FREQ=DAILY',
    ...given,
  });
const runs = async (query = '') => (await call('GET', `/maintenance/runs${query}`)).body as { starts_at: string }[];
const time = (milliseconds: number) => new Date(milliseconds).toISOString();
const start = (given: object = {}) =>
  call('POST', '/maintenance/start', { monitor_ids: [monitor.id], minutes: 30, ...given });

describe('maintenance of tags', () => {
  const tag = (id: number, tags: string) =>
    test.db.updateTable('stored_monitors').set({ tags }).where('id', '=', id).execute();
  const covered = (at: MonitorRow) => current.runsAt(at, now).length > 0;

  it('covers the monitors that have any of them when a run starts, whatever their tags are later', async () => {
    const [late, other] = [await makeMonitor(test.db), await makeMonitor(test.db, { tags: ' environment ' })];
    await tag(monitor.id, ' db env:prod ');
    const { body } = await daily({ monitor_ids: [], tags: ['ENV:', 'x'] });
    expect(body).toMatchObject({ monitor_ids: [], tags: ['env:', 'x'] });
    const [run] = await runs();
    now = Date.parse(run?.starts_at ?? '') - minute;
    await tag(late.id, ' env:dev ');
    expect(await current.load()).toEqual({ hasStored: false, nextTagged: now + minute });
    now += minute;
    expect([monitor, late, other].map(covered)).toEqual([true, true, false]);
    expect(await current.load()).toMatchObject({ hasStored: true, nextTagged: null });

    await tag(monitor.id, '');
    await tag(other.id, ' env:prod ');
    // Another process, after a restart.
    current = createCurrentRuns({ db: test.db, clock, storesTags: false });
    await current.load();
    expect([monitor, late, other].map(covered)).toEqual([true, true, false]);
    expect((await runs())[0]).toMatchObject({ tags: ['env:', 'x'], monitor_ids: [monitor.id, late.id] });

    await call('PUT', `/maintenance/${body.id}`, { tags: ['env:prod'] });
    expect((await runs())[0]).toMatchObject({ tags: ['env:prod'], monitor_ids: [other.id] });
    now += day;
    await current.load();
    expect([monitor, late, other].map(covered)).toEqual([false, false, true]);
  });

  it('started now covers them at once, and needs no other target', async () => {
    await tag(monitor.id, ' env:prod ');
    const { body, status } = await start({ monitor_ids: [], tags: ['env:prod'] });
    expect([status, body.monitor_ids, covered(monitor)]).toEqual([201, [monitor.id], true]);
    expect((await start({ monitor_ids: [], tags: [] })).status).toBe(422);
    expect((await start({ monitor_ids: [], tags: ['not a tag'] })).status).toBe(422);
  });
});

describe('a window', () => {
  it('has a run for each time of the next 30 days, in local time of its zone', async () => {
    expect(await daily()).toMatchObject({ status: 201, body: { public: false, announce_hours: 24, website_ids: [] } });
    const starts = (await runs()).map(({ starts_at }) => starts_at);
    expect(starts).toHaveLength(30);
    // Clocks go forward on the 29th: 02:30 does not exist, but the run takes place.
    expect(starts.filter((at) => at.startsWith('2026-03-28') || at.startsWith('2026-03-29'))).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ]);
  });

  it('that is changed gets new runs, except those that have started', async () => {
    const { body } = await daily({ duration_minutes: 600 });
    now = Date.parse('2026-03-12T03:00:00Z');
    await call('PUT', `/maintenance/${body.id}`, { duration_minutes: 60, rrule: null, starts_at: '2026-03-20T02:30' });
    expect(await runs()).toMatchObject([
      { starts_at: '2026-03-12T01:30:00.000Z', ends_at: '2026-03-12T11:30:00.000Z', state: 'in_progress' },
      { starts_at: '2026-03-20T01:30:00.000Z', ends_at: '2026-03-20T02:30:00.000Z', state: 'scheduled' },
    ]);
    expect(await call('DELETE', `/maintenance/${body.id}`)).toMatchObject({ status: 409 });
    now += day;
    expect(await call('DELETE', `/maintenance/${body.id}`)).toMatchObject({ status: 204 });
    expect(await runs(`?from=${time(0)}`)).toEqual([]);
  });

  it('whose website was deleted can still be changed, without it', async () => {
    const other = await makeMonitor(test.db);
    const { body } = await daily({ website_ids: [monitor.website_id, other.website_id], monitor_ids: [monitor.id] });
    await changeOn(test.db)((trx) => markWebsite(trx, other.website_id, now));
    const sent = { ...body, title: 'Renamed' };
    expect(await call('PUT', `/maintenance/${body.id}`, sent)).toMatchObject({
      status: 200,
      body: { title: 'Renamed', website_ids: [monitor.website_id], monitor_ids: [monitor.id] },
    });
    await changeOn(test.db)((trx) => markWebsite(trx, monitor.website_id, now));
    expect(await call('PUT', `/maintenance/${body.id}`, { title: 'Again' })).toMatchObject({
      status: 422,
      body: { detail: 'website_ids, monitor_ids or tags must name at least one target' },
    });
    expect(await runs()).toHaveLength(30);
  });

  it('gets further runs as days pass, each once', async () => {
    await daily({ rrule: null, starts_at: '2026-05-01T02:30' });
    expect(await runs()).toEqual([]);
    now = Date.parse('2026-04-10T00:00:00Z');
    await Promise.all([makeAllRuns(test.db, now), makeAllRuns(test.db, now)]);
    await makeAllRuns(test.db, now);
    expect(await runs()).toMatchObject([{ starts_at: '2026-05-01T00:30:00.000Z' }]);
  });

  it('is refused by its field', async () => {
    const wrong: [object, string][] = [
      [{ starts_at: '2026-03-10T02:30' }, 'Start must not be in the past'],
      [{ starts_at: '2026-02-30T02:30' }, 'Start must be a date and a time, such as 2027-03-28T02:30'],
      [{ duration_minutes: 1441 }, 'Repeat must let each run end before the next one begins'],
      [{ duration_minutes: 1440 }, 'Repeat must let each run end before the next one begins'],
      [{ duration_minutes: 10_081 }, 'Duration must be between 1 and 10080 minutes'],
      [{ monitor_ids: [] }, 'website_ids, monitor_ids or tags must name at least one target'],
      [{ monitor_ids: [99] }, 'There is no monitor 99'],
      [{ website_ids: [99] }, 'There is no website 99'],
      [{ time_zone: 'Mars/Olympus' }, 'Time zone must be one as Europe/Berlin, or UTC'],
      [{ rrule: 'FREQ=YEARLY' }, 'Repeat must have FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY'],
      [
        { rrule: 'FREQ=DAILY;BYHOUR=3' },
        'Repeat may have FREQ, INTERVAL, BYDAY, BYMONTHDAY, COUNT and UNTIL, and not BYHOUR',
      ],
      [{ rrule: 'FREQ=DAILY;INTERVAL=53' }, 'INTERVAL must be between 1 and 52'],
      [
        { rrule: 'FREQ=MONTHLY;BYDAY=5MO' },
        'BYDAY must be days, such as MO,TU; with FREQ=MONTHLY also 1MO to 4MO and -1MO',
      ],
      [{ rrule: 'FREQ=MONTHLY;BYMONTHDAY=30;UNTIL=20260312' }, 'Repeat must include at least one date'],
      [{ title: 'two\nlines' }, 'Title must be one line without control characters'],
    ];
    for (const [given, detail] of wrong)
      expect(await daily(given), detail).toMatchObject({ status: 422, body: { detail } });
  });
});

describe('a run by hand', () => {
  it('begins now, covers its monitors, and is returned again for the same key', async () => {
    const first = await start({ key: 'deploy-7' });
    expect(first).toMatchObject({
      status: 201,
      body: { starts_at: time(now), ends_at: time(now + 30 * minute), state: 'in_progress', not_covered: [] },
    });
    const { id } = first.body;
    expect(current.runsAt(monitor, now)).toMatchObject([{ id }]);
    expect(current.runsAt({ id: 99, website_id: 99 }, now)).toEqual([]);
    now += minute;
    expect((await start({ key: 'deploy-7' })).body).toMatchObject({ id, ends_at: time(testNow + 30 * minute) });
    expect((await start()).body.id).not.toBe(id);
    await call('POST', `/maintenance/runs/${id}/end`);
    expect((await start({ key: 'deploy-7' })).body).toMatchObject({ id, state: 'verifying' });
  });

  it('is refused with invalid values', async () => {
    const { id, ends_at } = (await start()).body;
    const extend = (at: number) => call('PUT', `/maintenance/runs/${id}`, { ends_at: time(at) });
    const end = Date.parse(ends_at);
    expect(await extend(end)).toMatchObject({
      status: 422,
      body: { detail: 'The end must be after the current one' },
    });
    expect(await extend(now + 8 * day)).toMatchObject({ body: { detail: 'It may last 10080 minutes at most' } });
    expect(await extend(end + minute)).toMatchObject({ status: 200 });
    now = end + minute;
    expect(await extend(end + 9 * minute)).toMatchObject({ status: 409, body: { detail: 'It is over' } });
    expect(await call('POST', `/maintenance/runs/${id}/end`)).toMatchObject({ status: 409 });
    expect(await call('POST', '/maintenance/runs/999/end')).toMatchObject({ status: 404 });
    await daily({ starts_at: '2026-03-12T02:30' });
    const [planned] = await runs();
    expect(await call('POST', `/maintenance/runs/${(planned as never as { id: number }).id}/end`)).toMatchObject({
      status: 409,
      body: { detail: 'It has not begun: change or delete its window' },
    });
  });

  it('that is over does not count for the limit of windows, and is deleted after 90 days', async () => {
    await start({ minutes: 1 });
    const { id: _, ...window } = await test.db.selectFrom('maintenance_windows').selectAll().executeTakeFirstOrThrow();
    const { id: __, ...run } = await test.db.selectFrom('maintenance_runs').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: limits.maintenance.windows - 1 }, () => window);
    const ids = await test.db.insertInto('maintenance_windows').values(others).returning('id').execute();
    await test.db
      .insertInto('maintenance_runs')
      .values(ids.map(({ id }) => ({ ...run, window_id: id })))
      .execute();
    expect(await start()).toMatchObject({ status: 409 });
    now += minute;
    expect((await start()).status).toBe(201);
    await daily();
    now += 91 * day;
    await forgetOldWindows(test.db, now);
    expect((await call('GET', '/maintenance')).body).toMatchObject([{ rrule: 'FREQ=DAILY' }]);
  });

  it('may not overlap the next run of its window', async () => {
    await daily({ duration_minutes: 1200 });
    now = Date.parse('2026-03-11T02:00:00Z');
    const [going] = (await runs()) as never as { id: number }[];
    expect(await call('PUT', `/maintenance/runs/${going?.id}`, { ends_at: '2026-03-12T02:00:00Z' })).toMatchObject({
      status: 422,
      body: { detail: 'The next time of the same window begins before that' },
    });
  });
});
