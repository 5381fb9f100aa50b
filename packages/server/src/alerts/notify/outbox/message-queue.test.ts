import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChangeFeed } from '../../../base/domain/change-feed.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { Tables } from '../../../storage/tables.ts';
import { outboxContext } from '../../../testing/outbox-context.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel, MessageExtras, Note, SendResult } from '../channel.ts';
import { ownOffReason } from '../channels/own-channel.ts';
import { createLinkMaker } from '../link-tokens.ts';
import { enqueueMessages, type NewMessage } from '../sending/new-messages.ts';
import { pauseDestination } from '../sending/provider-pauses.ts';
import { createMessageQueue } from './message-queue.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSender } from './sender.ts';

const minute = 60_000;
const hour = 60 * minute;
interface Sent {
  to: string;
  note: Note;
  extras: MessageExtras;
}
let test: TestStorage;
let clock: TestClock;
let sent: Sent[];
let outboxes: Outbox[];
let answer: (sent: Sent) => SendResult | Promise<SendResult>;

const accepted: SendResult = { outcome: 'sent', reason: null };

/** A channel whose provider responds with `answer`. */
const channelOf = (name: DeliveryChannel, given: Partial<Channel> & { recipients?: string[] } = {}): Channel => ({
  rules: {
    name,
    offReason: ({ own }) => (own ? ownOffReason(own) : null),
    unwantedReason: () => null,
    recipients: () => given.recipients ?? [null],
  },
  concurrency: 1,
  hourlyLimit: given.hourlyLimit ?? null,
  destination: (recipient) => ({
    key: `${recipient}`,
    capacity: (contents) => contents.length,
    send: () => Promise.reject(new Error('no alerts are sent here')),
    sendNote: async (note, extras) => {
      const one = { to: `${name}${recipient === null ? '' : ` ${recipient}`}`, note, extras };
      sent.push(one);
      return answer(one);
    },
  }),
});

const channels = {
  email: channelOf('email'),
  sms: channelOf('sms', { hourlyLimit: 3 }),
  ntfy: channelOf('ntfy'),
  signal: channelOf('signal', { recipients: ['+1', '+2', '+3'] }),
};

beforeEach(async () => {
  test = await openTestStorage();
  sent = [];
  outboxes = [];
  answer = () => accepted;
  clock = createTestClock(testNow, () => Promise.all(outboxes.map((each) => each.settled())));
});
afterEach(async () => {
  clock.leap(hour);
  await Promise.all(outboxes.map((each) => each.stop()));
  await test.close();
});

async function start(isOnlyProcess = false): Promise<Outbox> {
  const silent = (): void => undefined;
  const outbox = createOutbox({
    db: test.db,
    clock,
    channels,
    isOnlyProcess,
    links: createLinkMaker(null),
    log: { info: silent, warn: silent, error: silent },
    changes: createChangeFeed(silent),
    publicUrl: () => 'https://status.example.org',
  });
  await outbox.start();
  outboxes.push(outbox);
  return outbox;
}

const message = (title: string, given: Partial<NewMessage> = {}): NewMessage => ({
  purpose: 'notice',
  subject_id: null,
  channel: 'email',
  channel_id: null,
  channel_name: null,
  recipient: null,
  content: { title, text: `${title}\n`, link: null },
  ...given,
});
const enqueue = (...messages: NewMessage[]) => enqueueMessages(test.db, messages, clock.now());
const titles = (): string[] => sent.map(({ note }) => note.title);
const ledger = () =>
  test.db
    .selectFrom('messages')
    .select(['status', 'reason', 'attempts', 'recipient', 'next_attempt_at'])
    .orderBy('id')
    .execute();
/** Advances by hours, with a run at the end of each. */
async function leapOn(hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 1) {
    clock.leap(hour);
    await clock.advance(0);
  }
}
const own = (enabled: 0 | 1, kind: DeliveryChannel = 'ntfy', name = 'Ops') =>
  test.db
    .insertInto('channels')
    .values({ kind, name, enabled, config: '{}', secrets: null, created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow();
const hangs = (): Promise<SendResult> => new Promise(() => undefined);

describe('a message', () => {
  it('is sent with a link below the present address, and marked', async () => {
    await enqueue(message('One', { content: { title: 'One', text: 'One\n', link: { label: 'Open', path: '/x' } } }));
    await start();
    await clock.advance(0);
    const link = { label: 'Open', url: 'https://status.example.org/x' };
    expect(sent).toMatchObject([{ to: 'email', note: { purpose: 'notice', title: 'One', text: 'One\n', link } }]);
    expect(await ledger()).toMatchObject([{ status: 'sent', attempts: 1, next_attempt_at: null }]);
  });

  it('is sent in the order of lanes, the oldest of a lane first', async () => {
    const lanes = ['announcement', 'report', 'notice', 'drill'] as const;
    await test.db.insertInto('drills').values({ id: 1, ref: 'email', recipient: null, sent_at: testNow }).execute();
    // A report needs a mail server, whatever the fake channel accepts.
    const server = { smtp_host: 'mail.example.org', smtp_from_email: 'upvigil@example.org' };
    await saveNotificationSettings(test.db, { ...defaultNotificationSettings, ...server });
    await enqueue(...lanes.map((purpose) => message(purpose, { purpose, subject_id: 1 })), message('second notice'));
    await start();
    await clock.advance(minute);
    expect(titles()).toEqual(['drill', 'notice', 'second notice', 'report', 'announcement']);
  });

  it('waits while its channel has pending alerts, and not for another channel of the kind', async () => {
    const { id: alert_id } = await makeAlert(test.db, await makeMonitor(test.db), {});
    const lease = { lease_owner: 'other', lease_until: testNow + hour };
    const due = { status: 'pending', created_at: testNow, next_attempt_at: testNow, ...lease } as const;
    await test.db
      .insertInto('deliveries')
      .values({ alert_id, channel: 'email', ...due })
      .execute();
    const { id: channel_id } = await own(1, 'email');
    await enqueue(message('By email'), message('By ntfy', { channel: 'ntfy' }), message('By another', { channel_id }));
    await start();
    await clock.advance(minute);
    expect(titles().toSorted()).toEqual(['By another', 'By ntfy']);
    await test.db.updateTable('deliveries').set({ status: 'sent', next_attempt_at: null }).execute();
    await clock.advance(minute);
    expect(titles().at(-1)).toEqual('By email');
  });

  it('does not wait for a channel that hangs, and is deferred after the deadline', async () => {
    answer = ({ to }) => (to === 'email' ? hangs() : accepted);
    await enqueue(message('Hangs'), message('Behind it'), message('Goes', { channel: 'ntfy' }));
    await start();
    await expect.poll(() => titles().toSorted()).toEqual(['Goes', 'Hangs']);
    answer = () => accepted;
    clock.leap(30_000);
    await expect.poll(() => titles().slice(2)).toEqual(['Behind it']);
    await clock.advance(0);
    expect((await ledger())[0]).toMatchObject({ status: 'pending', attempts: 1, reason: 'no answer within 30 s' });
    await clock.advance(minute);
    expect(titles().at(-1)).toBe('Hangs');
  });

  it('does not wait for dozens of channels that hang', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 30; at += 1) ids.push((await own(1, 'ntfy', `Channel ${at}`)).id);
    answer = ({ note }) => (note.title === 'Goes' ? accepted : hangs());
    const all = ids.map((channel_id, at) => message(at === 29 ? 'Goes' : 'Hangs', { channel: 'ntfy', channel_id }));
    await enqueue(...all, ...all);
    await start();
    await expect.poll(() => titles().filter((title) => title === 'Goes')).toHaveLength(2);
    expect(titles().filter((title) => title === 'Hangs')).toHaveLength(29);
    expect(clock.now()).toBe(testNow);
  });

  it('is retried with growing pauses and the same id, and given up after a day', async () => {
    answer = () => ({ outcome: 'retry', reason: 'busy' });
    await enqueue(message('One'));
    await start();
    await clock.advance(0);
    expect(await ledger()).toMatchObject([{ status: 'pending', attempts: 1, next_attempt_at: testNow + 30_000 }]);
    await clock.advance(30_000);
    expect(await ledger()).toMatchObject([{ attempts: 2, next_attempt_at: testNow + 90_000 }]);
    await leapOn(25);
    expect(await ledger()).toMatchObject([{ status: 'failed', reason: 'busy (tried for 24 hours)' }]);
    expect(new Set(sent.map(({ extras }) => extras.messageId)).size).toBe(1);
  });

  it('is sent again to recipients who could not accept it', async () => {
    answer = () => ({ outcome: 'sent', reason: null, retryFor: { recipient: 'b@example.com', reason: 'greylisted' } });
    await enqueue(message('One', { recipient: 'a@example.com, b@example.com' }));
    await start();
    await clock.advance(0);
    answer = () => accepted;
    await leapOn(1);
    expect(sent.map(({ to }) => to)).toEqual(['email a@example.com, b@example.com', 'email b@example.com']);
    expect((await ledger()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('for all recipients of a channel is split into one for each', async () => {
    await enqueue(message('One', { channel: 'signal' }));
    await start();
    await clock.advance(minute);
    expect(sent.map(({ to }) => to).sort()).toEqual(['signal +1', 'signal +2', 'signal +3']);
    expect(await ledger()).toHaveLength(3);
  });
});

it('that another process failed to send since it was read waits for its time', async () => {
  await enqueue(message('One'));
  const context = outboxContext(test.db);
  const queue = createMessageQueue({ ...context, channels, links: createLinkMaker(null) });
  const [batch] = await queue.findDue(testNow);
  if (!batch) throw new Error('nothing is due');
  const failed = { attempts: 1, next_attempt_at: testNow + 30_000 };
  await test.db.updateTable('messages').set(failed).execute();
  expect(await createSender(context)(queue, batch)).toBe(false);
  expect(sent).toEqual([]);
  expect(await ledger()).toMatchObject([{ status: 'pending', ...failed }]);
});

it('waits for a pause of its provider, without counting an attempt', async () => {
  await enqueue(message('One'));
  await pauseDestination(test.db, { channel: 'email', channel_id: null, key: 'null' }, testNow + minute, testNow);
  await start();
  await clock.advance(minute - 1);
  expect(sent).toEqual([]);
  expect(await ledger()).toMatchObject([{ status: 'pending', attempts: 0, reason: null }]);
  await clock.advance(1);
  expect(titles()).toEqual(['One']);
});

describe('a message of a channel', () => {
  it('that was deleted or disabled is suppressed', async () => {
    const { id } = await own(0);
    await enqueue(message('Off', { channel: 'ntfy', channel_id: id }));
    await enqueue(message('Gone', { channel: 'ntfy', channel_id: id + 1 }));
    await start();
    await clock.advance(minute);
    expect(await ledger()).toMatchObject([
      { status: 'suppressed', reason: 'the channel is switched off', attempts: 0 },
      { status: 'suppressed', reason: 'the channel was deleted', attempts: 0 },
    ]);
    expect(sent).toEqual([]);
  });

  it('of an unknown kind, or without readable content, is suppressed', async () => {
    await enqueue(message('Unknown', { channel: 'gotify' }), message('Unreadable'));
    await test.db.updateTable('messages').set({ content: '{}' }).where('channel', '=', 'email').execute();
    await start();
    await clock.advance(minute);
    expect((await ledger()).map(({ status }) => status)).toEqual(['suppressed', 'suppressed']);
  });
});

it('counts together with alerts for the hourly limit of a channel', async () => {
  await enqueue(...['1', '2', '3', '4', '5'].map((title) => message(title, { channel: 'sms' })));
  await start();
  await clock.advance(minute);
  expect(titles()).toEqual(['1', '2', '3']);
  expect((await ledger())[3]).toMatchObject({ reason: 'throttled: 3 SMS an hour at most', attempts: 0 });
  await leapOn(2);
  expect(titles()).toHaveLength(5);
});

it('resends what a killed process was sending, when its lease has expired or no other process can be sending', async () => {
  const leased: Partial<Insertable<Tables['messages']>> = { lease_owner: 'killed', lease_until: testNow + minute };
  await enqueue(message('One'));
  await test.db.updateTable('messages').set(leased).execute();
  await start();
  await clock.advance(minute);
  expect(sent).toEqual([]);
  await clock.advance(minute);
  expect(titles()).toEqual(['One']);

  await enqueue(message('Two'));
  await test.db
    .updateTable('messages')
    .set({ ...leased, lease_until: testNow + hour })
    .where('status', '=', 'pending')
    .execute();
  await start(true);
  await clock.advance(0);
  expect(titles()).toEqual(['One', 'Two']);
});

it('sends each once with several processes', async () => {
  await enqueue(...Array.from({ length: 20 }, (_, at) => message(`${at}`, { channel: at % 2 ? 'ntfy' : 'email' })));
  await Promise.all([start(), start(), start()]);
  await clock.advance(2 * minute);
  expect(titles().sort()).toEqual(Array.from({ length: 20 }, (_, at) => `${at}`).sort());
});
