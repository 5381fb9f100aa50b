import type { BulkResult } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newcomer, ownerOf } from '../../access/caller.ts';
import { makeHeartbeat } from '../../testing/heartbeat-rows.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';

let app: ResourceApp;
let website_id: number;
beforeEach(async () => {
  app = await startResourceApp();
  website_id = (await makeWebsite(app.db)).id;
});
afterEach(() => app.close());

const add = (name: string, given: Parameters<typeof makeMonitor>[1] = {}) =>
  makeMonitor(app.db, { website_id, name, target: `https://${name}.example.org/`, ...given });

async function bulk(body: object): Promise<BulkResult> {
  const answer = await app.call('POST', '/monitors/bulk', body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as BulkResult;
}
const refusal = async (body: object) => {
  const { status, body: answer } = await app.call('POST', '/monitors/bulk', body);
  return { status, detail: (answer as { detail: string }).detail };
};
const rowOf = (id: number) =>
  app.db.selectFrom('stored_monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const events = () => app.db.selectFrom('audit_events').selectAll().execute();

test('a change by filter edits all that match, in one event, and updates the engine', async () => {
  const other = await makeWebsite(app.db, { name: 'Docs' });
  const one = await add('one', { tags: ' env:prod ' });
  const two = await add('two', { tags: ' env:dev ', website_id: other.id });
  const three = await add('three');
  const change = { filter: { tag: 'env:' }, action: 'update', changes: { check_interval: 300 } };
  const expected = { changed: 2, unchanged: 0, refused: [], websites: 2 };
  expect(await bulk({ ...change, dry_run: true })).toEqual(expected);
  expect(await rowOf(one.id)).toMatchObject({ check_interval_seconds: 60, revision: 1 });
  expect(await events()).toEqual([]);
  expect(await bulk(change)).toEqual(expected);
  expect(await rowOf(one.id)).toMatchObject({ check_interval_seconds: 300, revision: 2 });
  expect(await rowOf(three.id)).toMatchObject({ check_interval_seconds: 60, revision: 1 });
  expect([...app.engine.watched.keys()]).toEqual([one.id, two.id]);
  const [event, ...further] = await events();
  expect(further).toEqual([]);
  expect(event).toMatchObject({ action: 'monitor.bulk_change', target_id: null });
  expect(event?.changes).toContain('{"field":"monitors","before":null,"after":"2"}');
  expect(await bulk(change)).toEqual({ changed: 0, unchanged: 2, refused: [], websites: 0 });
  expect(await events()).toHaveLength(1);
});

test('a monitor whose kind lacks a field or whose limits are lower is refused by name, and the others change', async () => {
  const url = await add('page');
  const port = await add('port', { kind: 'TCP_PORT', target: 'db.example.org', port: 5432 });
  const heartbeat = await makeHeartbeat(app.db, 'nightly-backup', { website_id });
  const ids = [url.id, port.id, heartbeat, 999, url.id];
  expect(await bulk({ ids, action: 'update', changes: { timeout: 90, failure_threshold: 3 } })).toEqual({
    changed: 1,
    unchanged: 0,
    refused: [
      { id: 999, name: '', message: 'There is no monitor 999' },
      { id: port.id, name: 'port', message: 'Timeout must be between 1 and 60 seconds' },
      { id: heartbeat, name: 'nightly-backup', message: 'A heartbeat has no timeout' },
    ],
    websites: 1,
  });
  expect(await bulk({ ids, action: 'update', changes: { failure_threshold: 5 } })).toMatchObject({ changed: 3 });
  expect(await rowOf(heartbeat)).toMatchObject({ failure_threshold: 5 });
});

test('disabling and enabling is stored with its time, of monitors that were not so before', async () => {
  const one = await add('one');
  const two = await add('two', { enabled: 0 });
  await bulk({ ids: [one.id, two.id], action: 'disable' });
  const periods = () => app.db.selectFrom('disabled_periods').selectAll().execute();
  const disabled = { monitor_id: one.id, from_at: expect.any(Number) };
  expect(await periods()).toEqual([{ ...disabled, until_at: null }]);
  await bulk({ ids: [one.id, two.id], action: 'enable' });
  expect(await periods()).toEqual([{ ...disabled, until_at: expect.any(Number) }]);
});

test('a selection of another size than expected is refused with both numbers', async () => {
  const one = await add('one');
  await add('two');
  expect(await refusal({ filter: {}, action: 'delete', expected_count: 1 })).toEqual({
    status: 409,
    detail: 'The selection has 2 monitors, not 1: nothing was changed',
  });
  expect(await refusal({ filter: {}, action: 'delete' })).toMatchObject({ status: 422 });
  expect(await bulk({ ids: [one.id], action: 'delete', expected_count: 1 })).toMatchObject({ changed: 1 });
  await vi.waitFor(async () =>
    expect(await app.db.selectFrom('stored_monitors').select('id').execute()).toHaveLength(1),
  );
});

test('an unknown monitor is refused by name by a deletion too, and counts as expected', async () => {
  const one = await add('one');
  const unknown = { id: 999, name: '', message: 'There is no monitor 999' };
  const expected = { changed: 1, unchanged: 0, refused: [unknown], websites: 1 };
  expect(await bulk({ ids: [999, one.id, 999], action: 'delete', expected_count: 2 })).toEqual(expected);
  expect(await bulk({ ids: [999], action: 'delete', expected_count: 1 })).toMatchObject({ changed: 0 });
});

test('disabling and enabling stops and starts checks and heartbeats', async () => {
  const url = await add('page', { last_fault: '{}' });
  const heartbeat = await makeHeartbeat(app.db, 'nightly-backup', { website_id });
  await app.db
    .updateTable('heartbeats')
    .set({ deadline_at: testNow + 1000 })
    .execute();
  expect(await bulk({ filter: {}, action: 'disable' })).toMatchObject({ changed: 2 });
  expect(await rowOf(url.id)).toMatchObject({ enabled: 0, last_fault: null });
  expect(await rowOf(heartbeat)).toMatchObject({ enabled: 0 });
  expect(await app.db.selectFrom('heartbeats').select('deadline_at').execute()).toEqual([{ deadline_at: null }]);
  expect(app.engine.watched.size).toBe(0);
  expect(await bulk({ filter: { state: 'disabled' }, action: 'enable' })).toMatchObject({ changed: 2 });
  expect([...app.engine.watched.keys()]).toEqual([url.id]);
});

test('tags are added and removed, within the limit of a monitor', async () => {
  const full = await add('full', { tags: ` ${Array.from({ length: 10 }, (_, at) => `t${at}`).join(' ')} ` });
  const one = await add('one', { tags: ' db ' });
  const change = { ids: [full.id, one.id], changes: { tags: ['Env:Prod'] } };
  expect(await bulk({ ...change, action: 'add_tags' })).toMatchObject({
    changed: 1,
    refused: [{ name: 'full', message: 'Tags must be at most 10' }],
  });
  expect(await rowOf(one.id)).toMatchObject({ tags: ' db env:prod ' });
  expect(await bulk({ ...change, action: 'remove_tags' })).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await rowOf(one.id)).toMatchObject({ tags: ' db ' });
});

test('a parent is given to all but its own ancestors', async () => {
  const [router, root, child] = [await add('router'), await add('root'), await add('child')];
  await app.db.updateTable('stored_monitors').set({ parent_id: root.id }).where('id', '=', router.id).execute();
  const result = await bulk({ filter: {}, action: 'update', changes: { parent_id: router.id } });
  expect(result).toMatchObject({ changed: 1, refused: [{ name: 'router' }, { name: 'root' }] });
  expect(await rowOf(child.id)).toMatchObject({ parent_id: router.id });
  expect(await refusal({ filter: {}, action: 'update', changes: { parent_id: 999 } })).toMatchObject({
    status: 422,
    detail: 'There is no monitor 999',
  });
});

test('monitors move to another website with their open alerts', async () => {
  const other = await makeWebsite(app.db, { name: 'Docs' });
  const monitor = await add('page');
  const open = await makeAlert(app.db, { ...monitor });
  await bulk({ ids: [monitor.id], action: 'update', changes: { website_id: other.id } });
  expect(await rowOf(monitor.id)).toMatchObject({ website_id: other.id });
  expect(await app.db.selectFrom('alerts').select(['id', 'website_id']).execute()).toEqual([
    { id: open.id, website_id: other.id },
  ]);
  expect(app.published.at(-1)).toMatchObject({ website_ids: [website_id, other.id], is_structural: true });
});

test('monitors are muted until a time, and unmuted', async () => {
  const one = await add('one');
  const two = await add('two');
  const until = new Date(testNow + 3_600_000).toISOString();
  const mute = { ids: [one.id], action: 'mute', changes: { until, reason: 'Deploy' } };
  expect(await bulk(mute)).toMatchObject({ changed: 1 });
  expect(await bulk({ ...mute, ids: [one.id, two.id] })).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await app.db.selectFrom('silences').select('monitor_id').orderBy('monitor_id').execute()).toEqual([
    { monitor_id: one.id },
    { monitor_id: two.id },
  ]);
  expect(await bulk({ filter: {}, action: 'unmute' })).toMatchObject({ changed: 2 });
  expect(await app.db.selectFrom('silences').select('id').execute()).toEqual([]);
  const past = new Date(testNow - 1).toISOString();
  expect(await refusal({ ...mute, changes: { until: past } })).toMatchObject({
    detail: 'The end must be in the future',
  });
});

test('monitors beyond the limit of silences are refused with that limit, and are not muted', async () => {
  const monitors = [await add('one'), await add('two'), await add('three')];
  const until = testNow + 3_600_000;
  const kept = Array.from({ length: limits.silences - 1 }, () => ({ website_id, until, reason: '', created_at: 0 }));
  await app.db.insertInto('silences').values(kept).execute();
  const ids = monitors.map(({ id }) => id);
  const mute = { ids, action: 'mute', changes: { until: new Date(until).toISOString() } };
  const message = 'There are 500 silences already: end one first';
  const refused = [expect.objectContaining({ name: 'two', message }), expect.objectContaining({ name: 'three' })];
  const result = { changed: 1, unchanged: 0, refused, websites: 1 };
  expect(await bulk({ ...mute, dry_run: true })).toEqual(result);
  expect(await bulk(mute)).toEqual(result);
  expect(await bulk(mute)).toEqual({ ...result, changed: 0, unchanged: 1, websites: 0 });
  expect(await app.db.selectFrom('silences').select('id').execute()).toHaveLength(limits.silences);
});

test('the open alerts of the selection are acknowledged', async () => {
  const one = await add('one');
  await add('two');
  await makeAlert(app.db, { ...one });
  const change = { filter: {}, action: 'acknowledge', changes: { note: 'On it' } };
  expect(await bulk(change)).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await app.db.selectFrom('alerts').select('acknowledge_note').execute()).toEqual([
    { acknowledge_note: 'On it' },
  ]);
  expect(await bulk(change)).toMatchObject({ changed: 0, unchanged: 2 });
});

test('checks start without a result in the answer; they need no more than the scope check', async () => {
  const one = await add('one');
  const heartbeat = await makeHeartbeat(app.db, 'nightly-backup', { website_id });
  app.signedIn.caller = { ...ownerOf(newcomer), kind: 'token', scopes: ['check'] };
  expect(await bulk({ filter: {}, action: 'check' })).toMatchObject({
    changed: 1,
    refused: [{ id: heartbeat, message: 'A heartbeat cannot be checked on request' }],
  });
  await expect.poll(() => rowOf(one.id)).toMatchObject({ is_up: 1 });
  expect(await events()).toEqual([]);
  expect(await refusal({ filter: {}, action: 'disable' })).toMatchObject({ status: 403 });
});

test.each([
  [{ action: 'enable' }, 'Give either ids or filter'],
  [{ ids: [1], filter: {}, action: 'enable' }, 'Give either ids or filter'],
  [{ ids: Array.from({ length: 1001 }, (_, at) => at + 1), action: 'enable' }, 'ids must be 1 to 1000 ids of monitors'],
  [{ ids: [1], action: 'update' }, 'changes must have at least one field'],
  [{ ids: [1], action: 'enable', changes: { timeout: 5 } }, 'timeout is no change of the action enable'],
  [{ ids: [1], action: 'add_tags' }, 'tags is required'],
  [{ ids: [1], action: 'mute' }, 'until is required'],
  [{ ids: [1], action: 'explode' }, /^Action must be one of/],
])('refuses %j', async (body, detail) => {
  expect(await refusal(body)).toEqual({ status: 422, detail: expect.stringMatching(detail) });
});
