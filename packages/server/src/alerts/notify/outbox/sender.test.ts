import { type Insertable, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow, Tables } from '../../../storage/tables.ts';
import { outboxContext } from '../../../testing/outbox-context.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel, Destination, MessageExtras, SendResult } from '../channel.ts';
import { SendAbortedError } from '../failure-reason.ts';
import { type AlertQueueOptions, createAlertQueue, messageIdOf } from './alert-queue.ts';
import { leaveToEnds } from './delivery-store.ts';
import { createSender } from './sender.ts';
import { readWaiting, type WaitingDelivery } from './waiting-store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let test: TestStorage;
let monitor: MonitorRow;
let sent: { alerts: number[]; messages: string[]; extras: MessageExtras }[];
let answer: () => SendResult | Promise<SendResult>;
let stopping: AbortController;
let logged: string[];
beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  sent = [];
  logged = [];
  answer = () => ({ outcome: 'sent', reason: null });
  stopping = new AbortController();
});
afterEach(() => test.close());

const destination: Destination = {
  key: 'place',
  capacity: (contents) => contents.length,
  sendNote: () => Promise.reject(new Error('no notes here')),
  async send(contents, extras) {
    const alerts = contents.map(({ alert_id }) => alert_id);
    sent.push({ alerts, messages: contents.map(({ message }) => message), extras });
    return answer();
  },
};
const channel: Channel = {
  rules: { name: 'sms', offReason: () => null, unwantedReason: () => null, recipients: () => [] },
  concurrency: 1,
  hourlyLimit: null,
  destination: () => destination,
};

async function deliver(given: Partial<Insertable<Tables['deliveries']>> = {}): Promise<number> {
  const { id: alert_id } = await makeAlert(test.db, monitor, { alert_type: 'DOWN' });
  const times = { created_at: testNow, next_attempt_at: testNow };
  await test.db
    .insertInto('deliveries')
    .values({ alert_id, channel: 'sms', recipient: '+1', status: 'pending', ...times, ...given })
    .execute();
  return alert_id;
}

function sendRows(rows: readonly WaitingDelivery[], given: Partial<AlertQueueOptions> = {}): Promise<boolean> {
  const note = (_fields: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const context = { ...outboxContext(test.db, { log, stopping: stopping.signal }), ...given };
  const batch = { key: 'place', lane: 'null', channel, destination, rows };
  return createSender(context)(createAlertQueue(context, channel), batch);
}
const send = async (given: Partial<AlertQueueOptions> = {}): Promise<boolean> =>
  sendRows(await readWaiting(test.db, 'sms', testNow), given);
const ledger = () =>
  test.db
    .selectFrom('deliveries')
    .select(['status', 'reason', 'attempts', 'next_attempt_at', 'lease_owner'])
    .orderBy('id')
    .execute();
const states = () => test.db.selectFrom('channel_states').select(['ref', 'failures', 'last_sent_at']).execute();

describe('the end of a problem whose beginning was left to it', () => {
  const both = async (): Promise<{ down: number; end: number }> => {
    const down = await makeAlert(test.db, monitor, { ...outage, created_at: testNow - minute, ended_at: testNow });
    const end = await makeAlert(test.db, monitor, { alert_type: 'RECOVERED', ends_alert_id: down.id });
    const row = { channel: 'sms', recipient: '+1', created_at: testNow, status: 'pending', attempts: 3 } as const;
    await test.db
      .insertInto('deliveries')
      .values([
        { ...row, alert_id: down.id, next_attempt_at: testNow + minute },
        { ...row, alert_id: down.id, next_attempt_at: testNow + minute, recipient: '+2' },
        { ...row, alert_id: end.id, next_attempt_at: testNow },
      ])
      .execute();
    const waiting = await readWaiting(test.db, 'sms', testNow);
    expect((await leaveToEnds(test.db, 'sms', waiting, testNow)).size).toBe(1);
    return { down: down.id, end: end.id };
  };
  const outage = { alert_type: 'DOWN', problem: 'outage', cause: 'HTTP 503' } as const;

  it('is sent as one message about both, and the beginning counts as sent', async () => {
    const { end } = await both();
    expect(await ledger()).toMatchObject([
      { status: 'suppressed', reason: 'over before it was sent: its end says both', next_attempt_at: null },
      { status: 'pending', next_attempt_at: testNow + minute },
      { status: 'pending' },
    ]);
    await send();
    expect(sent).toMatchObject([
      { alerts: [end], messages: ['Shop: https://shop.example.com/ was down for 60 s: HTTP 503'] },
    ]);
    expect(await ledger()).toMatchObject([
      { status: 'sent', reason: `folded into alert ${end}`, next_attempt_at: null },
      { status: 'pending' },
      { status: 'sent', reason: null },
    ]);
  });

  it('is about both when it is retried, too', async () => {
    await both();
    answer = () => ({ outcome: 'retry', reason: 'busy' });
    await send();
    await test.db
      .updateTable('deliveries')
      .set({ next_attempt_at: testNow })
      .where('next_attempt_at', '>', testNow + minute)
      .execute();
    await send();
    expect(sent.map(({ messages }) => messages[0])).toEqual(
      Array(2).fill(expect.stringContaining('was down for 60 s')),
    );
  });

  it('when the channel rejects ends, the beginning states that it is over', async () => {
    const down = await makeAlert(test.db, monitor, { ...outage, created_at: testNow - 2 * hour, ended_at: testNow });
    const row = { alert_id: down.id, channel: 'sms', recipient: '+1', created_at: testNow } as const;
    await test.db
      .insertInto('deliveries')
      .values({ ...row, status: 'pending', next_attempt_at: testNow })
      .execute();
    await send();
    expect(sent[0]?.messages).toEqual(['Shop: https://shop.example.com/ was down for 2 hours: HTTP 503']);
  });
});

describe('a group', () => {
  it('is sent as one message: one delivery is marked as sent, the others as folded into its alert', async () => {
    const [first, other] = [await deliver(), await deliver()];
    expect(await send()).toBe(true);
    expect(sent.map(({ alerts }) => alerts)).toEqual([[first, other]]);
    expect(await ledger()).toMatchObject([
      { status: 'sent', reason: null, attempts: 1, next_attempt_at: null, lease_owner: null },
      { status: 'sent', reason: `folded into alert ${first}`, attempts: 1, next_attempt_at: null },
    ]);
    expect(await states()).toEqual([{ ref: 'sms', failures: 0, last_sent_at: testNow }]);
    expect(logged).toEqual(['notification sent']);
  });

  it('that was sent while the database refuses for minutes is stored as sent when that ends', async () => {
    await deliver();
    answer = async () => {
      await sql`alter table deliveries rename to moved_deliveries`.execute(test.db);
      return { outcome: 'sent', reason: null };
    };
    const clock = createTestClock(testNow, () => new Promise(setImmediate));
    let isOver = false;
    const sending = send({ clock }).finally(() => {
      isOver = true;
    });
    await expect.poll(() => sent).toHaveLength(1);
    await clock.advance(3 * minute);
    expect(isOver).toBe(false);
    await sql`alter table moved_deliveries rename to deliveries`.execute(test.db);
    await expect.poll(() => clock.advance(second).then(() => isOver)).toBe(true);
    expect(await sending).toBe(true);
    expect(await ledger()).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect(await test.db.selectFrom('deliveries').select('sent_at').execute()).toEqual([{ sent_at: testNow }]);
  });

  it('that others have leased since it was read is skipped', async () => {
    await deliver();
    const deliveries = await readWaiting(test.db, 'sms', testNow);
    await test.db
      .updateTable('deliveries')
      .set({ lease_owner: 'other', lease_until: testNow + minute })
      .execute();
    expect(await sendRows(deliveries)).toBe(false);
    expect(sent).toEqual([]);
    expect(await ledger()).toMatchObject([{ status: 'pending', attempts: 0, lease_owner: 'other' }]);
  });

  it('that fails is retried by the failures of each, or after the pause that the provider requests for the destination', async () => {
    await deliver({ attempts: 6 });
    await deliver();
    answer = () => ({ outcome: 'retry', reason: 'busy', retryAfterSeconds: 90 });
    expect(await send()).toBe(true);
    expect(await ledger()).toMatchObject([
      { status: 'pending', reason: 'busy', attempts: 7, next_attempt_at: testNow + 32 * minute },
      { status: 'pending', reason: 'busy', attempts: 1, next_attempt_at: testNow + 90 * second },
    ]);
    expect(await test.db.selectFrom('holds').select('until').execute()).toEqual([{ until: testNow + 90 * second }]);
    expect(await states()).toEqual([{ ref: 'sms', failures: 1, last_sent_at: null }]);
  });

  it('that is refused permanently is failed, with the reason', async () => {
    await deliver();
    answer = () => ({ outcome: 'give-up', reason: '550 no such user' });
    await send();
    expect(await ledger()).toMatchObject([
      { status: 'failed', reason: '550 no such user', attempts: 1, next_attempt_at: null },
    ]);
  });

  it('that is cancelled by the end of the program does not count for its channel, and stays in the outbox', async () => {
    await deliver();
    answer = () => {
      stopping.abort(new SendAbortedError('cancelled: the program was stopped'));
      return new Promise(() => undefined);
    };
    await send();
    expect(await states()).toEqual([]);
    expect(await ledger()).toMatchObject([{ status: 'pending', reason: 'cancelled: the program was stopped' }]);
  });

  it('is not lost by a bug of a channel', async () => {
    await deliver();
    answer = () => Promise.reject(new Error('a bug'));
    await send();
    expect(await ledger()).toMatchObject([{ status: 'pending', reason: 'internal error', attempts: 1 }]);
    expect(logged).toContain('a channel failed unexpectedly');
  });
});

describe('a message', () => {
  it('has an acknowledge link, and is sent without when the link cannot be created', async () => {
    await deliver();
    await send({ acknowledgeLinkOf: async ({ messageId }) => `/a/${messageId}` });
    const { acknowledgeUrl, messageId } = sent[0]?.extras ?? {};
    expect(acknowledgeUrl).toBe(`https://status.example.org/a/${messageId}`);
    // Otherwise the pace would delay another message.
    await test.db.deleteFrom('deliveries').execute();
    await deliver();
    await send({ acknowledgeLinkOf: () => Promise.reject(new Error('the database is away')) });
    expect(sent[1]?.extras.acknowledgeUrl).toBeNull();
    expect(logged).toContain('an acknowledge link could not be created');
  });

  it('has an id from its deliveries, in any order', () => {
    expect(messageIdOf([{ id: 2 }, { id: 11 }])).toBe(messageIdOf([{ id: 11 }, { id: 2 }]));
    expect(messageIdOf([{ id: 2 }, { id: 11 }])).not.toBe(messageIdOf([{ id: 21 }, { id: 1 }]));
    expect(messageIdOf([{ id: 2 }])).toMatch(/^msg_[\w-]{27}$/);
  });
});
