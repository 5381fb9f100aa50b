import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import { testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel, Note, SendResult } from '../channel.ts';
import { whyOwnIsOff } from '../channels/own-channel.ts';
import { SendAbortedError } from '../failure-reason.ts';
import { createLinkMaker } from '../link-tokens.ts';
import { holdPlace } from '../sending/holds.ts';
import { createMessageSender, type MessageSenderOptions } from './message-sender.ts';
import { enqueueMessages, type NewMessage } from './message-store.ts';

const second = 1_000;
const minute = 60 * second;

let test: TestStorage;
let channelId: number;
let told: { recipient: string | null; note: Note; messageId: string }[];
let published: object[];
let answer: () => SendResult | Promise<SendResult>;
let stopping: AbortController;
beforeEach(async () => {
  test = await openTestStorage();
  const row = { kind: 'ntfy', name: 'Ops', enabled: 1, config: '{}', secrets: null, created_at: testNow } as const;
  ({ id: channelId } = await insertChannel(test.db, row));
  told = [];
  published = [];
  answer = () => ({ outcome: 'sent', reason: null });
  stopping = new AbortController();
});
afterEach(() => test.close());

const ntfy: Channel = {
  rules: { name: 'ntfy', whyOff: ({ own }) => whyOwnIsOff(own), whyUnwanted: () => null, recipients: () => [null] },
  ...{ concurrency: 1, hourlyLimit: null },
  destination: (recipient) => ({
    key: 'place',
    capacity: () => 1,
    send: () => Promise.reject(new Error('no alerts here')),
    async tell(note, { messageId }) {
      told.push({ recipient, note, messageId });
      return answer();
    },
  }),
};

const notice = (given: Partial<NewMessage> = {}): NewMessage => ({
  ...{ purpose: 'notice', subject_id: null, channel: 'ntfy', channel_id: channelId, channel_name: 'Ops' },
  ...{ recipient: null, content: { title: 'One', text: 'One\n', link: { label: 'Open', path: '/alerts' } } },
  ...given,
});

/** Sends the only message. */
async function send(given: Partial<MessageSenderOptions> = {}): Promise<void> {
  const silent = (): void => undefined;
  const sender = createMessageSender({
    ...{ db: test.db, clock: createTestClock(testNow, async () => undefined), owner: 'me' },
    ...{ links: createLinkMaker(null), channels: { ntfy }, installation: async () => 'here' },
    ...{ log: { info: silent, warn: silent, error: silent }, stopping: stopping.signal },
    ...{ sendDeadlineMilliseconds: 30 * second, publicUrl: () => 'https://status.example.org' },
    changes: { publish: (change) => void published.push(change) },
    ...given,
  });
  await sender(await test.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow());
}
const row = () =>
  test.db
    .selectFrom('messages')
    .select(['status', 'reason', 'attempts', 'next_attempt_at', 'lease_owner'])
    .executeTakeFirstOrThrow();
const states = () => test.db.selectFrom('channel_states').select(['ref', 'failures']).execute();

describe('a message', () => {
  it('is sent with a link below the public address, marked, and counted for its channel', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    await send();
    expect(told[0]?.note.link).toEqual({ label: 'Open', url: 'https://status.example.org/alerts' });
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1, next_attempt_at: null, lease_owner: null });
    expect(await states()).toEqual([{ ref: String(channelId), failures: 0 }]);
  });

  it('that another process has is left to it', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    await test.db
      .updateTable('messages')
      .set({ lease_owner: 'other', lease_until: testNow + minute })
      .execute();
    await send();
    expect(told).toEqual([]);
    expect(await row()).toMatchObject({ status: 'pending', lease_owner: 'other' });
  });

  it('that another process tried and failed to send since it was read is left until its time', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    await test.db
      .updateTable('messages')
      .set({ attempts: 1, next_attempt_at: testNow + 30 * second })
      .execute();
    await send();
    expect(told).toEqual([]);
    expect(await row()).toMatchObject({ status: 'pending', attempts: 1, next_attempt_at: testNow + 30 * second });
  });

  it('has the same id when it is tried again, and the time that the provider asked for holds for its whole place', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    answer = () => ({ outcome: 'retry', reason: 'busy', retryAfterSeconds: 90 });
    await send();
    expect(await row()).toMatchObject({ status: 'pending', reason: 'busy', next_attempt_at: testNow + 90 * second });
    expect(await test.db.selectFrom('holds').select('until').execute()).toEqual([{ until: testNow + 90 * second }]);
    await test.db.deleteFrom('holds').execute();
    await test.db.updateTable('messages').set({ next_attempt_at: testNow }).execute();
    await send();
    expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('waits while its place wants nothing, which is no attempt', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    await holdPlace(test.db, { channel: 'ntfy', channel_id: channelId, key: 'place' }, testNow + minute, testNow);
    await send();
    expect(told).toEqual([]);
    expect(await row()).toMatchObject({ status: 'pending', attempts: 0, next_attempt_at: testNow + minute });
  });

  it('to a channel that is gone switches it off, and says so', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    answer = () => ({ outcome: 'give-up', reason: '410 Gone', isGone: true });
    await send();
    const { enabled } = await test.db.selectFrom('channels').select('enabled').executeTakeFirstOrThrow();
    expect(enabled).toBe(0);
    expect(await test.db.selectFrom('notices').select('kind').execute()).toEqual([{ kind: 'channel_disabled' }]);
    expect(published).toEqual([{ is_structural: true, has_deliveries: true }]);
  });

  it('that is broken off by the end of the program says nothing of its channel', async () => {
    await enqueueMessages(test.db, [notice()], testNow);
    answer = () => {
      stopping.abort(new SendAbortedError('broken off: the program was stopped'));
      return new Promise(() => undefined);
    };
    await send();
    expect(await states()).toEqual([]);
    expect(await row()).toMatchObject({ status: 'pending', reason: 'broken off: the program was stopped' });
  });
});
