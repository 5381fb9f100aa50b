import type { AlertType } from '@upvigil/core/contract/names/alerts';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow, Tables } from '../../../storage/tables.ts';
import { outboxContext } from '../../../testing/outbox-context.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel, Destination } from '../channel.ts';
import { createAlertQueue } from './alert-queue.ts';
import { claimBatch } from './claim-batch.ts';
import { readyAt, wentTo } from './pace.ts';
import { readWaiting, type WaitingDelivery } from './waiting-store.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

let test: TestStorage;
let monitor: MonitorRow;
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
});
afterEach(() => test.close());

/** Messages to each recipient name up to six alerts. */
const destination = (recipient: string | null): Destination => ({
  key: `phone ${recipient}`,
  sendNote: async () => ({ outcome: 'sent', reason: null }),
  capacity: (contents) => Math.min(contents.length, 6),
  send: () => Promise.reject(new Error('nothing is sent here')),
});
const channel: Channel = {
  rules: { name: 'sms', offReason: () => null, unwantedReason: () => null, recipients: () => [] },
  concurrency: 1,
  hourlyLimit: null,
  destination,
};
const capped: Channel = { ...channel, hourlyLimit: 4 };

/** A pending, due delivery to +1, with its own alert. Returns its id. */
async function deliver(
  alert_type: AlertType = 'DOWN',
  given: Partial<Insertable<Tables['deliveries']>> = {},
): Promise<number> {
  const { id: alert_id } = await makeAlert(test.db, monitor, { alert_type });
  const { id } = await test.db
    .insertInto('deliveries')
    .values({
      alert_id,
      channel: 'sms',
      recipient: '+1',
      status: 'pending',
      reason: null,
      created_at: testNow,
      next_attempt_at: testNow,
      sent_at: null,
      lease_owner: null,
      lease_until: null,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const sentBefore = (milliseconds: number, alert_type: AlertType = 'DOWN', recipient = '+1'): Promise<number> =>
  deliver(alert_type, { recipient, status: 'sent', next_attempt_at: null, sent_at: testNow - milliseconds });

/** Another process is sending it, or this one on another channel. */
const beingSent = (recipient = '+1', lease_owner = 'other'): Promise<number> =>
  deliver('DOWN', { recipient, lease_owner, lease_until: testNow + minute });

const waiting = () => readWaiting(test.db, 'sms', testNow);
const takeOf = (rows: readonly WaitingDelivery[], by: Channel = channel) => {
  const context = outboxContext(test.db, { sendDeadlineMilliseconds: 20 * second });
  const batch = { key: 'phone +1', lane: 'null', channel: by, destination: destination('+1'), rows };
  return claimBatch(context, createAlertQueue(context, by), batch);
};
const take = async (by: Channel = channel) => takeOf(await waiting(), by);
const row = (id: number) =>
  test.db
    .selectFrom('deliveries')
    .select(['status', 'reason', 'attempts', 'next_attempt_at', 'lease_owner', 'lease_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const untouched = { status: 'pending', reason: null, attempts: 0, next_attempt_at: testNow, lease_owner: null };

describe('a group of deliveries', () => {
  it('is leased with the content of each, for the time limit of an attempt and a margin', async () => {
    const [slow, down] = [await deliver('SLOW'), await deliver('DOWN')];
    const held = await take();
    expect(held?.rows.map(({ id }) => id)).toEqual([down, slow]);
    expect(held?.rows.map(({ content }) => content.alert_type)).toEqual(['DOWN', 'SLOW']);
    expect(held?.throttledUntil).toBeNull();
    for (const id of [slow, down]) {
      expect(await row(id)).toMatchObject({ lease_owner: 'me', lease_until: testNow + 50 * second });
    }
  });

  it('has as many as one message can name, the most urgent first, including one that has waited for minutes', async () => {
    const waitedLong = await deliver('SLOW', { next_attempt_at: testNow - 3 * minute });
    const left = await deliver('SLOW');
    const down: number[] = [];
    for (let one = 0; one < 6; one++) down.push(await deliver('DOWN'));
    const deliveries = (await waiting()).toReversed();
    const held = await takeOf(deliveries);
    expect(held?.rows.map(({ id }) => id)).toEqual([...down.slice(0, 5), waitedLong]);
    expect(held?.rows.map(({ content }) => content.alert_type)).toEqual([...Array(5).fill('DOWN'), 'SLOW']);
    for (const id of [left, down[5] ?? 0]) expect(await row(id)).toMatchObject(untouched);
  });

  it('skips a failed delivery until it is due, and includes later ones', async () => {
    const failed = await deliver('DOWN', { attempts: 1, next_attempt_at: testNow + 1 });
    const others = [await deliver('DOWN'), await deliver('SLOW', { next_attempt_at: testNow + 10 * second })];
    expect((await take())?.rows.map(({ id }) => id)).toEqual(others);
    expect(await row(failed)).toMatchObject({ attempts: 1, next_attempt_at: testNow + 1, lease_owner: null });
  });

  it('skips a delivery that another process failed to send since it was read', async () => {
    const id = await deliver();
    const deliveries = await waiting();
    await test.db
      .updateTable('deliveries')
      .set({ attempts: 1, next_attempt_at: testNow + 30 * second })
      .execute();
    expect(await takeOf(deliveries)).toBeNull();
    expect(await row(id)).toMatchObject({ attempts: 1, next_attempt_at: testNow + 30 * second, lease_owner: null });
  });

  it('skips deliveries that others have leased meanwhile', async () => {
    const [theirs, ours] = [await deliver(), await deliver()];
    const deliveries = await waiting();
    const lease = { lease_owner: 'other', lease_until: testNow + minute };
    await test.db.updateTable('deliveries').set(lease).where('id', '=', theirs).execute();
    expect(await takeOf(deliveries)).toBeNull();
    expect(await row(theirs)).toMatchObject(lease);
    expect(await row(ours)).toMatchObject(untouched);
    const sent = { status: 'sent', sent_at: testNow - 20 * second } as const;
    await test.db.updateTable('deliveries').set(sent).where('id', '=', theirs).execute();
    expect((await takeOf(deliveries))?.rows.map(({ id }) => id)).toEqual([ours]);
    expect(await takeOf(deliveries)).toBeNull();
  });

  it('is empty when its alerts were deleted meanwhile', async () => {
    await deliver();
    const deliveries = await waiting();
    await test.db.deleteFrom('alerts').execute();
    expect(await takeOf(deliveries)).toBeNull();
  });
});

describe('the pace of messages to one destination', () => {
  it('makes an outage wait for the pace, and releases it unchanged', async () => {
    await sentBefore(9 * second);
    const id = await deliver();
    expect(await take()).toBeNull();
    expect(await row(id)).toMatchObject(untouched);
  });

  it('ignores messages that are older, went elsewhere, or named no outage', async () => {
    await sentBefore(2 * minute);
    await sentBefore(20 * second, 'DOWN', '+2');
    for (const type of ['SLOW', 'RECOVERED', 'CERT_EXPIRING'] as const) await sentBefore(10 * second, type);
    const id = await deliver();
    expect((await take())?.rows.map((one) => one.id)).toEqual([id]);
  });

  it('allows a message without an outage 10 s after any message, while outages wait longer', async () => {
    for (const ago of [40, 20, 10]) await sentBefore(ago * second);
    const id = await deliver('RECOVERED');
    expect((await take())?.rows.map((one) => one.id)).toEqual([id]);
  });

  it('makes a message without an outage wait to be combined', async () => {
    await sentBefore(9 * second, 'SLOW');
    await deliver('RECOVERED');
    expect(await take()).toBeNull();
  });

  it('counts what other processes are sending', async () => {
    await beingSent();
    await deliver();
    expect(await take()).toBeNull();
  });

  it('is none where each alert is a message of its own', () => {
    const went = () => [testNow - second];
    const pager: Destination = { ...destination('+1'), isForProgram: true };
    expect(wentTo(went, destination('+1'))).toEqual({ outages: [testNow - second], all: [testNow - second] });
    expect(wentTo(went, pager)).toEqual({ outages: [], all: [] });
  });

  it('delays due deliveries shortly for an outage that is about to be sent, and not for a retried one', async () => {
    const slow = await deliver('SLOW');
    const soon = await deliver('DOWN', { next_attempt_at: testNow + 2 * second });
    expect(readyAt(await waiting(), { outages: [], all: [] }, testNow)).toBe(testNow + 2 * second);
    await test.db.updateTable('deliveries').set({ attempts: 5 }).where('id', '=', soon).execute();
    expect(readyAt(await waiting(), { outages: [], all: [] }, testNow)).toBe(testNow);
    expect((await take())?.rows.map(({ id }) => id)).toEqual([slow]);
  });
});

describe('the cap on messages in an hour', () => {
  const sentInThisHour = async (count: number): Promise<void> => {
    for (let one = 0; one < count; one++) await sentBefore(50 * minute - one * minute, 'DOWN', '+2');
  };
  const freeAt = testNow + 10 * minute;

  it('makes the last message state until when others wait', async () => {
    await sentInThisHour(3);
    await deliver();
    expect(await take(capped)).toMatchObject({ throttledUntil: freeAt });
  });

  it('says nothing before', async () => {
    await sentInThisHour(2);
    await deliver();
    expect(await take(capped)).toMatchObject({ throttledUntil: null });
  });

  it('throttles later messages to all recipients until the oldest is an hour old', async () => {
    await sentInThisHour(4);
    const id = await deliver();
    expect(await take(capped)).toBeNull();
    const reason = 'throttled: 4 SMS an hour at most';
    expect(await row(id)).toMatchObject({ ...untouched, reason, next_attempt_at: freeAt });
  });

  it('gives up deliveries that would wait more than a day', async () => {
    await sentInThisHour(4);
    const id = await deliver('DOWN', { created_at: testNow - day });
    const young = await deliver();
    expect(await take(capped)).toBeNull();
    expect(await row(id)).toMatchObject({ status: 'failed', next_attempt_at: null, attempts: 0, lease_owner: null });
    expect(await row(young)).toMatchObject({ status: 'pending', next_attempt_at: freeAt });
  });

  it('is not reached while others are sending, unless theirs may be the last', async () => {
    await sentInThisHour(1);
    await beingSent('+2');
    await deliver();
    expect(await take(capped)).toMatchObject({ throttledUntil: null });
  });

  it.each(['other', 'me'])('waits while others may be sending the last: %s', async (owner) => {
    await sentInThisHour(2);
    await beingSent('+2', owner);
    const id = await deliver();
    expect(await take(capped)).toBeNull();
    expect(await row(id)).toMatchObject(untouched);
  });

  it('is none for channels without', async () => {
    await sentInThisHour(4);
    await deliver();
    expect(await take()).toMatchObject({ throttledUntil: null });
  });
});
