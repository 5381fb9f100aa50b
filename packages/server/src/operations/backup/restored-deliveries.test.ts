import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enqueueMessages, type NewMessage } from '../../alerts/notify/sending/new-messages.ts';
import type { Database } from '../../storage/database.ts';
import { makeMonitor } from '../../testing/rows.ts';
import type { NotificationLab } from '../../testing/sinks/notification-lab.ts';
import { restoredReason } from './restored-deliveries.ts';
import { openRestoreLab, type RestoreLab } from './testing/restore-lab.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let lab: RestoreLab;
beforeEach(async () => {
  lab = await openRestoreLab();
});
afterEach(() => lab.close());

async function expectSent(expected: number[]): Promise<void> {
  expect(await lab.settledStatuses()).not.toContain('pending');
  expect(lab.sent()).toEqual(expected);
}

describe('a restore of the installation', () => {
  it('does not resend messages sent since the backup', async () => {
    await lab.goDown(lab.monitor);
    await lab.advance(10 * second);
    const archive = await lab.backUp();
    const outbox = await lab.startOutbox();
    await expectSent([1, 1]);
    await outbox.stop();
    const before = await lab.ledger();
    await lab.advance(5 * minute);

    await lab.restore(archive);
    await lab.runOutbox();
    expect(lab.sent()).toEqual([1, 1]);
    expect(await lab.ledger()).toEqual(before);
  });

  it('lets a message under way be marked as sent later', async () => {
    await lab.changeSettings({ sms_enabled: false });
    for (const moment of ['while the data is being replaced', 'afterwards'] as const) {
      await lab.goDown(await makeMonitor(lab.db, { website_id: lab.monitor.website_id }));
      await lab.advance(minute);
      const archive = await lab.backUp();
      const email = heldUp(lab.channels.email);
      const outbox = await lab.startOutbox({ channels: { ...lab.channels, email: email.channel } });
      await expect.poll(() => email.isOnItsWay()).toBe(true);
      await lab.restore(archive, moment === 'afterwards' ? undefined : email.letArrive);
      email.letArrive();
      await outbox.stop();
      expect(
        (await lab.ledger()).filter(({ channel }) => channel === 'email').map(({ status }) => status),
      ).not.toContain('pending');
    }
  });
});

/** A channel whose message stays under way until the test lets it arrive. */
function heldUp(channel: NotificationLab['channels']['email']) {
  let isOnItsWay = false;
  let letArrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  const destination: typeof channel.destination = (recipient, settings) => ({
    ...channel.destination(recipient, settings),
    async send() {
      isOnItsWay = true;
      await arrival;
      return { outcome: 'sent', reason: null };
    },
  });
  return { channel: { ...channel, destination }, isOnItsWay: () => isOnItsWay, letArrive };
}

describe('a restore elsewhere', () => {
  it('sends messages that waited for less than an hour, and fails the rest: a copy must not alarm people', async () => {
    await lab.changeSettings({ sms_enabled: false });
    await lab.goDown(lab.monitor);
    await lab.advance(hour);
    await lab.goDown(await makeMonitor(lab.db, { website_id: lab.monitor.website_id }));
    const archive = await lab.backUp();
    await lab.advance(second);
    const elsewhere = await lab.restoreElsewhere(archive);
    const rows = await elsewhere
      .selectFrom('deliveries')
      .selectAll()
      .where('channel', '=', 'email')
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { status: 'failed', reason: restoredReason, next_attempt_at: null, attempts: 0 },
      { status: 'pending', reason: null, next_attempt_at: lab.clock.now() - second + 3 * second },
    ]);
  });

  it('drops the leases of earlier processes', async () => {
    await lab.goDown(lab.monitor);
    await lab.db
      .updateTable('deliveries')
      .set({ lease_owner: 'gone', lease_until: lab.clock.now() + hour })
      .execute();
    const archive = await lab.backUp();
    const elsewhere = await lab.restoreElsewhere(archive);
    const rows = await elsewhere.selectFrom('deliveries').select(['lease_owner', 'lease_until']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"lease_owner":null,"lease_until":null}']),
    );
  });
});

describe('a message without an alert', () => {
  const note = (title: string): NewMessage => ({
    purpose: 'notice',
    subject_id: null,
    channel: 'email',
    channel_id: null,
    channel_name: null,
    recipient: null,
    content: { title, text: `${title}\n`, link: null },
  });
  const outbox = (db: Database) =>
    db
      .selectFrom('messages')
      .select(['status', 'reason', 'next_attempt_at', 'sent_at', 'lease_owner'])
      .orderBy('id')
      .execute();

  it('is not sent by a restore elsewhere when it has waited for over an hour', async () => {
    await enqueueMessages(lab.db, [note('old')], lab.clock.now() - hour - second);
    await enqueueMessages(lab.db, [note('young')], lab.clock.now() - hour + minute);
    await lab.db
      .updateTable('messages')
      .set({ lease_owner: 'gone', lease_until: lab.clock.now() + hour })
      .execute();
    const archive = await lab.backUp();
    const elsewhere = await lab.restoreElsewhere(archive);
    expect(await outbox(elsewhere)).toMatchObject([
      { status: 'failed', reason: restoredReason, next_attempt_at: null, lease_owner: null },
      { status: 'pending', reason: null, next_attempt_at: lab.clock.now() - hour + minute, lease_owner: null },
    ]);
  });

  it('is not sent again when it was sent since the backup', async () => {
    await enqueueMessages(lab.db, [note('young')], lab.clock.now());
    const archive = await lab.backUp();
    const sentSince = { status: 'sent', sent_at: lab.clock.now() + second, next_attempt_at: null } as const;
    await lab.db.updateTable('messages').set(sentSince).execute();
    await lab.restore(archive);
    expect(await outbox(lab.db)).toMatchObject([sentSince]);
  });
});
