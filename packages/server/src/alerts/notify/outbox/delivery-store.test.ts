import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { builtInChannels } from '@upvigil/core/contract/names/channels';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import type { MonitorRow, Tables } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { deliveryRows, foldedReason, leaveToEnds, makeAllDue, readRecent, readUsedKinds } from './delivery-store.ts';
import { idsOf } from './outbox-table.ts';

const { claim, insertRetries, readNextDue, releaseAllLeases, settle } = deliveryRows;
const minute = 60_000;
const lease = { owner: 'me', until: testNow + minute };
let test: TestStorage;
let monitor: MonitorRow;
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
});
afterEach(() => test.close());

/** A pending, due delivery by email, with its own alert. Returns its id. */
async function deliver(
  given: Partial<Insertable<Tables['deliveries']>> = {},
  alert_type: AlertType = 'DOWN',
): Promise<number> {
  const { id: alert_id } = await makeAlert(test.db, monitor, { alert_type });
  const { id } = await test.db
    .insertInto('deliveries')
    .values({ alert_id, channel: 'email', status: 'pending', created_at: testNow, next_attempt_at: testNow, ...given })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const row = (id: number) => test.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a delivery', () => {
  it('is leased by one sender, until its lease expires', async () => {
    const id = await deliver();
    expect(await claim(test.db, [id], lease, testNow)).toEqual(new Set([id]));
    const other = { owner: 'other', until: testNow + 2 * minute };
    expect(await claim(test.db, [id], other, testNow + minute)).toEqual(new Set());
    expect(await claim(test.db, [id], other, testNow + minute + 1)).toEqual(new Set([id]));
  });

  it('that is no longer pending cannot be leased', async () => {
    const ids = [await deliver({ status: 'sent' }), await deliver({ status: 'suppressed' })];
    expect(await claim(test.db, ids, lease, testNow)).toEqual(new Set());
  });

  it('is settled by the owner of its lease only', async () => {
    const [mine, theirs] = [await deliver(), await deliver({ lease_owner: 'other', lease_until: testNow + minute })];
    await claim(test.db, [mine], lease, testNow);
    const result = { status: 'sent', sent_at: testNow, next_attempt_at: null, isAttempt: true } as const;
    await settle(test.db, [mine, theirs], 'me', result);
    expect(await row(mine)).toMatchObject({ status: 'sent', attempts: 1, lease_owner: null, lease_until: null });
    expect(await row(theirs)).toMatchObject({ status: 'pending', attempts: 0, lease_owner: 'other' });
  });

  it('that was released counts no attempt', async () => {
    const id = await deliver({ attempts: 3 });
    await claim(test.db, [id], lease, testNow);
    await settle(test.db, [id], 'me', { isAttempt: false });
    expect(await row(id)).toMatchObject({ status: 'pending', attempts: 3, lease_owner: null });
  });

  it('that ended while it was sent has no next time, and counts as sent if it was accepted', async () => {
    const [failed, taken] = [await deliver(), await deliver()];
    await claim(test.db, [failed, taken], lease, testNow);
    const ended = { status: 'suppressed', reason: 'the channel was deleted', next_attempt_at: null } as const;
    await test.db.updateTable('deliveries').set(ended).execute();
    await settle(test.db, [failed], 'me', { reason: 'refused', next_attempt_at: testNow + minute, isAttempt: true });
    await settle(test.db, [taken], 'me', { status: 'sent', sent_at: testNow, reason: null, isAttempt: true });
    expect(await row(failed)).toMatchObject({ ...ended, attempts: 1, lease_owner: null });
    expect(await row(taken)).toMatchObject({ status: 'sent', sent_at: testNow, reason: null });
  });

  it('of a dead process is free again', async () => {
    const id = await deliver({ lease_owner: 'gone', lease_until: testNow + minute });
    await releaseAllLeases(test.db);
    expect(await claim(test.db, [id], lease, testNow)).toEqual(new Set([id]));
  });
});

it('adds a retry for each of thousands of alerts that one message was about', async () => {
  const { alert_id, id: _, ...delivery } = await row(await deliver({ attempts: 3, status: 'sent', sent_at: testNow }));
  const rows = Array(4_999).fill({ ...delivery, alert_id });
  for (const chunk of rowChunks(rows)) await test.db.insertInto('deliveries').values(chunk).execute();
  const sent = idsOf(await test.db.selectFrom('deliveries').select('id').execute());
  const retry = { recipient: 'a@example.com', reason: 'greylisted', next_attempt_at: testNow + minute };
  await insertRetries(test.db, sent, retry);
  const added = test.db.selectFrom('deliveries').where('recipient', '=', 'a@example.com').where('attempts', '=', 3);
  expect(await added.select((eb) => eb.fn.countAll<number>().as('count')).execute()).toEqual([{ count: 5_000 }]);
});

describe('a storm of more deliveries than one statement can name', () => {
  const many = (...ids: number[]): number[] => [...ids, ...Array.from({ length: 70_000 }, (_, at) => 1_000 + at)];

  it('is leased and settled', async () => {
    const id = await deliver();
    expect(await claim(test.db, many(id), lease, testNow)).toEqual(new Set([id]));
    await settle(test.db, many(id), 'me', { status: 'sent', sent_at: testNow, isAttempt: true });
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('is left to its ends', async () => {
    const id = await deliver({ recipient: '+1' });
    const { alert_id } = await row(id);
    const ends = many(alert_id).map((ends_alert_id) => ({ ends_alert_id, channel_id: null, recipient: '+1' }));
    expect(await leaveToEnds(test.db, 'email', ends, testNow)).toEqual(new Set([id]));
    expect((await row(id)).status).toBe('suppressed');
  });
});

describe('the next poll of the outbox', () => {
  it('is the due time of the next delivery of the channel, deferred ones included', async () => {
    await deliver();
    await deliver({ next_attempt_at: testNow + 9, status: 'failed' });
    await deliver({ next_attempt_at: testNow + 8, channel: 'sms' });
    expect(await readNextDue(test.db, testNow, 'email')).toBeNull();
    await deliver({ next_attempt_at: testNow + 7 });
    await deliver({ next_attempt_at: testNow + 6, status: 'suppressed' });
    expect(await readNextDue(test.db, testNow, 'email')).toBe(testNow + 6);
  });

  it('is now for all waiting rows after a backward clock change', async () => {
    const [later, done] = [await deliver({ next_attempt_at: testNow + minute }), await deliver({ status: 'failed' })];
    await makeAllDue(test.db, testNow - minute);
    expect((await row(later)).next_attempt_at).toBe(testNow - minute);
    expect((await row(done)).next_attempt_at).toBe(testNow);
  });
});

describe('recent messages', () => {
  const recent = (except: number[] = []) =>
    readRecent(test.db, 'email', { since: testNow - minute, now: testNow, except });

  it('are the sent ones, without those folded into another', async () => {
    const sent = { status: 'sent', next_attempt_at: null } as const;
    await deliver({ ...sent, sent_at: testNow - 5 }, 'SLOW');
    await deliver({ ...sent, sent_at: testNow - 5, reason: foldedReason(1) });
    await deliver({ ...sent, sent_at: testNow - 9, reason: 'a@example.com refused' });
    await deliver({ ...sent, sent_at: testNow - minute });
    await deliver({ ...sent, sent_at: testNow + 1 });
    await deliver({ ...sent, sent_at: testNow - 5, channel: 'sms' });
    expect((await recent()).map(({ alert_type, sent_at }) => [alert_type, sent_at])).toEqual([
      ['DOWN', testNow - 9],
      ['SLOW', testNow - 5],
    ]);
  });

  it('include those being sent now, but not the next ones', async () => {
    await deliver({ lease_owner: 'other', lease_until: testNow });
    await deliver({ lease_owner: 'gone', lease_until: testNow - 1 });
    const next = await deliver({ lease_owner: 'me', lease_until: testNow + minute });
    expect((await recent()).map(({ sender }) => sender).sort()).toEqual(['me', 'other']);
    expect((await recent([next])).map(({ sender, sent_at }) => [sender, sent_at])).toEqual([['other', null]]);
  });
});

it('only built-in kinds, those of added channels, and those with waiting deliveries are in use', async () => {
  expect(await readUsedKinds(test.db)).toEqual(new Set(builtInChannels));
  const row = { name: 'Ops', enabled: 0, config: '{}', secrets: null, created_at: testNow } as const;
  await insertChannel(test.db, { ...row, kind: 'ntfy' });
  await insertChannel(test.db, { ...row, kind: 'ntfy', name: 'Night' });
  await deliver({ channel: 'gotify', channel_id: 9 });
  await deliver({ channel: 'matrix', channel_id: 9, status: 'suppressed', next_attempt_at: null });
  expect(await readUsedKinds(test.db)).toEqual(new Set([...builtInChannels, 'ntfy', 'gotify']));
});
