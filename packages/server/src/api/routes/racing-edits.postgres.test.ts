import type { BulkResult } from '@upvigil/core/contract/monitors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markWebsite } from '../../checks/monitors/delete-monitors.ts';
import type { MonitorEdit } from '../../checks/monitors/monitor-store.ts';
import { requireParent } from '../../checks/monitors/parents.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeMonitor, makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
let website_id: number;
beforeEach(async () => {
  app = await startResourceApp();
  website_id = (await makeWebsite(app.db)).id;
});
afterEach(() => app.close());

const add = (name: string, given: Parameters<typeof makeMonitor>[1] = {}) =>
  makeMonitor(app.db, { website_id, name, target: `https://${name}.example.org/`, ...given });
const edit = (trx: DatabaseTransaction, id: number, set: MonitorEdit) =>
  trx.updateTable('stored_monitors').set(set).where('id', '=', id).execute();
const rowOf = (id: number) =>
  app.db.selectFrom('stored_monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Statements of this database that wait for a lock. */
async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(app.db);
  return Number(rows[0]?.count);
}

/** Makes a change in a transaction that is committed as soon as the request waits for it. */
async function whileChanging(change: (trx: DatabaseTransaction) => Promise<unknown>, request: () => Promise<unknown>) {
  let answer: Promise<unknown> | undefined;
  await app.db.transaction().execute(async (trx) => {
    await change(trx);
    answer = request();
    await expect.poll(waitingStatements).toBe(1);
  });
  return answer;
}

const filter = { tag: 'env:' };

test('a bulk change by filter leaves out a monitor that an edit of another process took out of it', async () => {
  const one = await add('one', { tags: ' env:prod ' });
  const two = await add('two', { tags: ' env:prod ' });
  const body = { filter, action: 'update', changes: { check_interval: 300 } };
  const answer = await whileChanging(
    (trx) => edit(trx, two.id, { tags: ' old ' }),
    () => app.call('POST', '/monitors/bulk', body),
  );
  expect(answer).toMatchObject({ status: 200, body: { changed: 1, refused: [] } satisfies Partial<BulkResult> });
  expect(await rowOf(one.id)).toMatchObject({ check_interval_seconds: 300 });
  expect(await rowOf(two.id)).toMatchObject({ check_interval_seconds: 60, tags: ' old ' });
});

test('the expected number counts the monitors that match when they are locked, by their state too', async () => {
  await add('one', { is_up: 0, last_check_time: app.time.now });
  const two = await add('two', { is_up: 0, last_check_time: app.time.now });
  const body = { filter: { state: 'down' }, action: 'delete', expected_count: 2 };
  const answer = await whileChanging(
    (trx) => edit(trx, two.id, { is_up: 1 }),
    () => app.call('POST', '/monitors/bulk', body),
  );
  expect(answer).toMatchObject({ status: 409, body: { expected_count: 2, found: 1 } });
  expect(await app.db.selectFrom('monitors').select('id').execute()).toHaveLength(2);
});

test('of two concurrent edits that would make a cycle, the second is refused', async () => {
  const one = await add('one');
  const two = await add('two');
  const answer = await whileChanging(
    async (trx) => {
      await requireParent(trx, one.id, two.id);
      await edit(trx, one.id, { parent_id: two.id });
    },
    () => app.call('PUT', `/urls/${two.id}`, { parent_id: one.id }),
  );
  expect(answer).toMatchObject({ status: 422, body: { detail: 'Parent must not depend on this monitor' } });
});

test('a child that gets its parent while this is deleted has none afterwards', async () => {
  const parent = await add('parent');
  const child = await add('child');
  const answer = await whileChanging(
    async (trx) => {
      await requireParent(trx, child.id, parent.id);
      await edit(trx, child.id, { parent_id: parent.id });
    },
    () => app.call('DELETE', `/urls/${parent.id}`),
  );
  expect(answer).toMatchObject({ status: 204 });
  expect(await rowOf(child.id)).toMatchObject({ parent_id: null });
});

test('no monitor moves to a website that is being deleted, and none is created in it', async () => {
  const one = await add('one');
  const { id } = await makeWebsite(app.db, { name: 'Docs' });
  const move = { ids: [one.id], action: 'update', changes: { website_id: id } };
  const requests = [
    () => app.call('POST', '/monitors/bulk', move),
    () => app.call('POST', `/urls/website/${id}`, { url: 'https://docs.example.org/' }),
  ];
  const answers: unknown[] = [];
  for (const request of requests) {
    answers.push(await whileChanging((trx) => markWebsite(trx, id, app.time.now), request));
    await app.db.updateTable('stored_websites').set({ deleted_at: null }).execute();
  }
  const detail = `There is no website ${id}`;
  expect(answers).toMatchObject([
    { status: 422, body: { detail } },
    { status: 404, body: { detail } },
  ]);
  expect(await rowOf(one.id)).toMatchObject({ website_id });
});
