import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { MonitorRow, Tables } from '../../../storage/tables.ts';
import { outboxContext } from '../../../testing/outbox-context.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel } from '../channel.ts';
import { createAlertQueue } from './alert-queue.ts';
import { disabledReason } from './deferred-store.ts';
import { deliveryRows } from './delivery-store.ts';
import { createQueueRunner, type QueueRunner } from './queue-runner.ts';
import type { Sender } from './sender.ts';

const minute = 60_000;
let test: TestStorage;
let monitor: MonitorRow;
let clock: TestClock;
let runner: QueueRunner;
let sent: string[];
let logged: string[];
/** Whether a message to a destination may go; a promise keeps the destination busy. */
let answer: (key: string) => boolean | Promise<boolean>;

const channel: Channel = {
  rules: {
    name: 'sms',
    offReason: ({ notifications }) => (notifications.sms_enabled ? null : 'SMS is switched off'),
    unwantedReason: () => null,
    recipients: () => [],
  },
  concurrency: 2,
  hourlyLimit: null,
  destination: (recipient) => ({
    key: `${recipient}`,
    ...(recipient === 'program' ? { isForProgram: true } : {}),
    sendNote: async () => ({ outcome: 'sent', reason: null }),
    capacity: (contents) => contents.length,
    send: () => Promise.reject(new Error('nothing is sent here')),
  }),
};

/** Claims a batch and marks it as sent, like the real sender: a run that read it before finds nothing to claim. */
const send: Sender = async (_queue, { destination, rows }) => {
  const lease = { owner: 'me', until: clock.now() + minute };
  const claimed = await deliveryRows.claim(
    test.db,
    rows.map(({ id }) => id).slice(0, destination.isForProgram ? 1 : undefined),
    lease,
    clock.now(),
  );
  if (claimed.size === 0) return false;
  const mayGo = await answer(destination.key);
  if (mayGo) sent.push(`${destination.key}: ${claimed.size}`);
  const result = { status: 'sent', sent_at: clock.now(), next_attempt_at: null } as const;
  await deliveryRows.settle(test.db, [...claimed], 'me', mayGo ? { ...result, isAttempt: true } : { isAttempt: false });
  return mayGo;
};

beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  await saveNotificationSettings(test.db, { ...defaultNotificationSettings, sms_enabled: true });
  sent = [];
  logged = [];
  answer = () => true;
  clock = createTestClock(testNow, () => runner.settled());
  const note = (_fields: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const context = outboxContext(test.db, { clock, log });
  runner = createQueueRunner(context, createAlertQueue(context, channel), send);
});
afterEach(async () => {
  await runner.stop();
  await test.close();
});

async function deliver(
  recipient: string,
  delivery: Partial<Insertable<Tables['deliveries']>> = {},
  alert: Partial<Insertable<Tables['alerts']>> = {},
  of: MonitorRow = monitor,
): Promise<number> {
  const { id: alert_id } = await makeAlert(test.db, of, alert);
  const { id } = await test.db
    .insertInto('deliveries')
    .values({
      alert_id,
      channel: 'sms',
      recipient,
      status: 'pending',
      created_at: testNow,
      next_attempt_at: testNow,
      ...delivery,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const row = (id: number) => test.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const addChannel = async (name: string): Promise<number> => {
  const row = { kind: 'sms', name, enabled: 1, config: '{}', secrets: null, created_at: testNow } as const;
  return (await insertChannel(test.db, row)).id;
};
async function look(): Promise<void> {
  runner.wake();
  await runner.settled();
}

describe('a channel', () => {
  it('sends due deliveries by destination, with those due soon, and urgent ones first', async () => {
    await deliver('+1', {}, { alert_type: 'SLOW' });
    await deliver('+1', { next_attempt_at: testNow + 1 }, { alert_type: 'SLOW' });
    await deliver('+2');
    await deliver('+3', { next_attempt_at: testNow + 10 * minute });
    await look();
    expect(sent).toEqual(['+2: 1', '+1: 2']);
  });

  it('polls again when the next one is due', async () => {
    await deliver('+1', { next_attempt_at: testNow + 10 * minute });
    await look();
    await clock.advance(10 * minute - 1);
    expect(sent).toEqual([]);
    await clock.advance(1);
    await runner.settled();
    expect(sent).toEqual(['+1: 1']);
  });

  it('is not delayed by dozens of others of its kind that hang', async () => {
    const free: (() => void)[] = [];
    const begun: string[] = [];
    answer = (key) => {
      begun.push(key);
      return key === '29' || new Promise((resolve) => free.push(() => resolve(true)));
    };
    for (let at = 0; at < 30; at += 1) await deliver(`${at}`, { channel_id: await addChannel(`Channel ${at}`) });
    runner.wake();
    await expect.poll(() => sent).toEqual(['29: 1']);
    await expect.poll(() => begun).toHaveLength(30);
    expect(clock.now()).toBe(testNow);
    for (const end of free) end();
    await runner.settled();
  });

  it('sends one message at a time to a destination, and to several destinations of a channel concurrently', async () => {
    const busy: (() => void)[] = [];
    const begun: string[] = [];
    answer = (key) => {
      begun.push(key);
      return new Promise((resolve) => busy.push(() => resolve(true)));
    };
    for (const recipient of ['+1', '+2', '+3']) await deliver(recipient);
    runner.wake();
    await expect.poll(() => begun).toEqual(['+1', '+2']);
    runner.wake();
    busy.shift()?.();
    await expect.poll(() => begun).toEqual(['+1', '+2', '+3']);
    for (const free of busy) free();
    await runner.settled();
    expect(sent.toSorted()).toEqual(['+1: 1', '+2: 1', '+3: 1']);
  });

  it('sends each alert to a program separately, up to ten a second and not at the pace for people', async () => {
    const times: number[] = [];
    answer = () => {
      times.push(clock.now() - testNow);
      return true;
    };
    for (let at = 0; at < 12; at += 1) await deliver('program');
    await look();
    await clock.advance(2_000);
    expect(times).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_100]);
  });

  it('pauses a destination shortly when another process holds it', async () => {
    let attempts = 0;
    answer = () => {
      attempts += 1;
      return attempts > 1;
    };
    await deliver('+1');
    await look();
    expect([attempts, sent]).toEqual([1, []]);
    await clock.advance(500);
    await runner.settled();
    expect([attempts, sent]).toEqual([2, ['+1: 1']]);
  });

  it('sends the next outage as soon as the pace allows, with all that waits for the same destination', async () => {
    await deliver('+1', { status: 'sent', next_attempt_at: null, sent_at: testNow - 4_000 });
    await deliver('+1');
    await deliver('+1', {}, { alert_type: 'SLOW' });
    await look();
    expect(sent).toEqual([]);
    await clock.advance(5_999);
    expect(sent).toEqual([]);
    await clock.advance(1);
    await runner.settled();
    expect(sent).toEqual(['+1: 2']);
  });
});

it('the end of a problem does not wait behind its beginning, which was not sent yet', async () => {
  const { id: down } = await makeAlert(test.db, monitor, { alert_type: 'DOWN', ended_at: testNow });
  const row = { channel: 'sms', recipient: '+1', created_at: testNow, attempts: 2, status: 'pending' } as const;
  await test.db
    .insertInto('deliveries')
    .values({ ...row, alert_id: down, next_attempt_at: testNow + minute })
    .execute();
  await deliver('+1', {}, { alert_type: 'RECOVERED', ends_alert_id: down });
  await look();
  expect(sent).toEqual(['+1: 1']);
  await clock.advance(2 * minute);
  expect(sent).toEqual(['+1: 1']);
});

describe('a delivery that is called off', () => {
  it('is suppressed with the reason when the channel was disabled meanwhile', async () => {
    await saveNotificationSettings(test.db, { ...defaultNotificationSettings, sms_enabled: false });
    const id = await deliver('+1');
    await look();
    expect(sent).toEqual([]);
    expect(await row(id)).toMatchObject({ status: 'suppressed', reason: 'SMS is switched off', next_attempt_at: null });
  });

  it('is a problem that was not sent before its monitor was disabled; its end is sent anyway', async () => {
    const disabled = await makeMonitor(test.db, { enabled: 0 });
    const tried = await deliver('+1', { attempts: 1 }, {}, disabled);
    const fresh = await deliver('+2', {}, {}, disabled);
    const ended = await deliver('+3', { attempts: 1 }, { alert_type: 'RECOVERED' }, disabled);
    await look();
    expect(await row(tried)).toMatchObject({ status: 'suppressed', reason: disabledReason, next_attempt_at: testNow });
    expect((await row(fresh)).status).toBe('sent');
    expect((await row(ended)).status).toBe('sent');
  });
});

it('a refused query is retried after a pause', async () => {
  await deliver('+1');
  await test.db.schema.alterTable('deliveries').renameTo('moved_deliveries').execute();
  await look();
  expect(logged).toEqual(['the outbox could not be read']);
  await test.db.schema.alterTable('moved_deliveries').renameTo('deliveries').execute();
  await clock.advance(5_000);
  await runner.settled();
  expect(sent).toEqual(['+1: 1']);
});

it('a claim that the database refuses is retried after a pause, and not at once', async () => {
  await deliver('+1');
  const times: number[] = [];
  const context = outboxContext(test.db, { clock });
  runner = createQueueRunner(context, createAlertQueue(context, channel), async () => {
    times.push(clock.now() - testNow);
    throw new Error('the disk is full');
  });
  await look();
  await clock.advance(12_000);
  expect(times).toEqual([0, 5_000, 10_000]);
});

it('a stopped channel starts nothing new', async () => {
  await deliver('+1');
  await runner.stop();
  await look();
  expect(sent).toEqual([]);
});
