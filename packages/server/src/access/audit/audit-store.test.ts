import { afterEach, beforeEach, expect, it } from 'vitest';
import { testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { type AuditFilter, deleteOldEvents, insertEvent, listEvents } from './audit-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
  const owner = { actor_kind: 'owner', actor_id: null, actor_name: 'owner' } as const;
  const ann = { actor_kind: 'user', actor_id: 7, actor_name: 'Ann' } as const;
  const shop = { target_kind: 'website', target_id: 3, target_name: 'Shop' };
  const cart = { target_kind: 'monitor', target_id: 3, target_name: 'Cart' };
  const session = { target_kind: 'session', target_id: null, target_name: null };
  const made = [
    { ...owner, ...session, action: 'session.start' },
    { ...owner, ...shop, action: 'website.create' },
    { ...ann, ...cart, action: 'monitor.create' },
    { ...ann, ...shop, action: 'website.update' },
    { ...owner, ...cart, action: 'monitor.delete' },
  ] as const;
  for (const [index, event] of made.entries())
    await insertEvent(test.db, { ...event, at: testNow + index, via: 'api', ip: null, changes: '[]' });
});
afterEach(() => test.close());

const list = async (filter: Partial<AuditFilter>) =>
  (await listEvents(test.db, { since: 0, limit: 100, ...filter })).map(({ action }) => action);

it.each<[string, Partial<AuditFilter>, string[]]>([
  ['of an actor by name', { actor: 'Ann' }, ['website.update', 'monitor.create']],
  ['of a kind of actor', { actor: 'user' }, ['website.update', 'monitor.create']],
  ['of nobody', { actor: 'nobody' }, []],
  ['of an action', { action: 'website.update' }, ['website.update']],
  ['of all actions on a kind of thing', { action: 'monitor' }, ['monitor.delete', 'monitor.create']],
  ['of a thing by its id', { target: 'website:3' }, ['website.update', 'website.create']],
  ['of a thing by its name', { target: 'Cart' }, ['monitor.delete', 'monitor.create']],
  ['since a time', { since: testNow + 3 }, ['monitor.delete', 'website.update']],
  ['up to a number', { limit: 2 }, ['monitor.delete', 'website.update']],
])('lists events %s, newest first', async (_what, filter, actions) => {
  expect(await list(filter)).toEqual(actions);
});

it('continues before an event', async () => {
  const [, second] = await listEvents(test.db, { since: 0, limit: 2 });
  expect(await list({ before: second?.id, limit: 1 })).toEqual(['monitor.create']);
});

it('deletes all events older than a time, however many', async () => {
  const [newest] = await test.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').execute();
  const { id: _, ...event } = newest as NonNullable<typeof newest>;
  const old = Array.from({ length: 600 }, (_each, at) => ({ ...event, at: testNow - 1 - at }));
  await test.db.insertInto('audit_events').values(old).execute();
  await deleteOldEvents(test.db, testNow + 1);
  expect(await list({})).toEqual(['monitor.delete', 'website.update', 'monitor.create', 'website.create']);
});
