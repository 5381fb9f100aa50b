import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markWebsite } from '../../checks/monitors/delete-monitors.ts';
import { insertWebsite, updateWebsite } from '../../checks/monitors/website-store.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { newcomer, ownerOf } from '../caller.ts';
import { type AuditedRequest, createAudit } from './audit.ts';

let test: TestStorage;
let logged: string[];
beforeEach(async () => {
  test = await openTestStorage();
  logged = [];
});
afterEach(() => test.close());

const clock = { now: () => testNow, monotonic: () => 0 };
const begin = (request: Partial<AuditedRequest> & Pick<AuditedRequest, 'action'>) =>
  createAudit({ db: test.db, clock, log: { error: (_fields, message) => void logged.push(message) } }).begin({
    caller: ownerOf(newcomer),
    ip: '192.0.2.1',
    userAgent: 'curl/8',
    params: {},
    query: {},
    ...request,
  });
const events = () => test.db.selectFrom('audit_events').selectAll().orderBy('id').execute();
const names = async () => (await test.db.selectFrom('websites').select('name').execute()).map(({ name }) => name);
const insertShop = (trx: DatabaseTransaction) =>
  insertWebsite(trx, { name: 'Shop', description: null, automatic_incidents: 'off' }, testNow);
const withoutEvents = () => test.db.schema.alterTable('audit_events').renameTo('moved').execute();

describe('a change', () => {
  it('is stored with its event, which has the values before and after', async () => {
    const { id } = await makeWebsite(test.db, { name: 'Shop' });
    const { change, isSettled } = begin({ action: 'website.update', params: { websiteId: id } });
    await change((trx) => updateWebsite(trx, id, { name: 'Store' }));
    const changes = JSON.stringify([{ field: 'name', before: 'Shop', after: 'Store' }]);
    expect(await events()).toMatchObject([
      { action: 'website.update', target_id: id, target_name: 'Store', changes, actor_kind: 'owner', via: 'api' },
    ]);
    expect(isSettled()).toBe(true);
  });

  it('that creates an object names it, and one that deletes it names its former values', async () => {
    const id = await begin({ action: 'website.create' }).change(insertShop, (made) => ({ id: made }));
    await begin({ action: 'website.delete', params: { websiteId: id } }).change((trx) => markWebsite(trx, id, testNow));
    expect((await events()).map(({ action, target_id, target_name }) => [action, target_id, target_name])).toEqual([
      ['website.create', id, 'Shop'],
      ['website.delete', id, 'Shop'],
    ]);
  });

  it('that signs a person in names them', async () => {
    const actor = { kind: 'user', id: 7, name: 'Ann' } as const;
    await begin({ action: 'session.start', caller: null }).change(
      async () => actor,
      (who) => ({ actor: who }),
    );
    expect(await events()).toMatchObject([{ actor_kind: 'user', actor_id: 7, actor_name: 'Ann' }]);
  });

  it('that is refused leaves no event', async () => {
    const { change, isSettled } = begin({ action: 'website.create' });
    const refused = change(async (trx) => {
      await insertShop(trx);
      throw new Error('on purpose');
    });
    await expect(refused).rejects.toThrow('on purpose');
    expect([await names(), await events(), isSettled()]).toEqual([[], [], false]);
  });

  it('that changed nothing yet leaves no event, and may be repeated', async () => {
    const { change } = begin({ action: 'password.change' });
    for (const isDone of [false, true])
      await change(
        async () => isDone,
        (done) => (done ? {} : null),
      );
    expect(await events()).toHaveLength(1);
  });

  it('whose event cannot be written changes nothing', async () => {
    await withoutEvents();
    const { change } = begin({ action: 'website.create' });
    await expect(change(insertShop, (id) => ({ id }))).rejects.toThrow('audit_events');
    expect(await names()).toEqual([]);
  });

  it('has one event: a second one is refused with what it changed', async () => {
    const { change } = begin({ action: 'website.create' });
    await change(insertShop);
    await expect(change(insertShop)).rejects.toThrow('A second event');
    expect([await names(), (await events()).length]).toEqual([['Shop'], 1]);
  });
});

describe('the event of an action on files', () => {
  it("is written in the given transaction, with the request's parameters", async () => {
    const { event } = begin({ action: 'backup.restore', query: { keep_count: 3 } });
    await test.db.transaction().execute((trx) => event.write(trx));
    expect(await events()).toMatchObject([
      { action: 'backup.restore', changes: JSON.stringify([{ field: 'keep_count', before: null, after: '3' }]) },
    ]);
  });

  it('undoes nothing when it cannot be written', async () => {
    await withoutEvents();
    const { event, isSettled } = begin({ action: 'backup.delete' });
    await event.writeLate();
    expect(logged).toEqual(['a change could not be written to the audit log']);
    expect(isSettled()).toBe(true);
  });
});
