import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { maintenanceInput } from '@upvigil/core/contract/maintenance';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insertRuns } from '../maintenance/run-store.ts';
import { insertWindow } from '../maintenance/window-store.ts';
import { enqueueMessages, type NewMessage } from '../notifications/messages/message-store.ts';
import type { Database, DatabaseTransaction, Storage } from '../storage/database.ts';
import type { MonitorRow } from '../storage/tables.ts';
import { makeMonitor } from '../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../testing/sinks/notification-lab.ts';
import { openTestStorage } from '../testing/test-storage.ts';
import { restoredReason } from './restored-deliveries.ts';
import { testBackups } from './testing/test-backups.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
});
afterEach(() => lab.close());

const backups = () => testBackups(lab, { clock: lab.clock });

async function backUp(): Promise<Buffer> {
  const { name } = await backups().create(null);
  return readFileSync((await backups().find(name)).file);
}

/** `beforeCommit` is called when all rows were replaced. */
async function restore(archive: Buffer, beforeCommit?: () => void): Promise<void> {
  const storage: Storage = {
    ...lab.storage,
    async continueIds(transaction) {
      await lab.storage.continueIds(transaction);
      beforeCommit?.();
      if (beforeCommit && lab.storage.dialect === 'postgres') await someoneWaits(transaction);
    },
  };
  await testBackups({ ...lab, storage }, { clock: lab.clock }).restore(Readable.from([archive]));
}

/** Another connection wants a row that this transaction has. */
const someoneWaits = (transaction: DatabaseTransaction): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
    expect((await waiting.execute(transaction)).rows.length).toBeGreaterThan(0);
  }, 5000);

const sent = () => [lab.smtp.messages.length, lab.sms.messages.length];
const statuses = async () => (await lab.ledger()).map(({ status }) => status);
async function expectSent(expected: number[]): Promise<void> {
  await lab.settled();
  expect(sent()).toEqual(expected);
  expect(await statuses()).not.toContain('pending');
}

/** Work on the website of the monitor begins now. */
async function workFor(milliseconds: number): Promise<void> {
  const now = lab.clock.now();
  const input = maintenanceInput.parse({
    ...{ title: 'Move', website_ids: [monitor.website_id], duration_minutes: milliseconds / minute },
    starts_at: new Date(now).toISOString().slice(0, 16),
  });
  const id = await insertWindow(lab.db, input, { start_key: null, now });
  await insertRuns(lab.db, id, [{ starts_at: now, ends_at: now + milliseconds }]);
  await lab.maintenance.load();
}

/** Lets the outbox send whatever it would. */
async function lookIntoOutbox(): Promise<void> {
  const dispatcher = await lab.startDispatcher();
  await lab.settled();
  expect(await statuses()).not.toContain('pending');
  await dispatcher.stop();
}

describe('a restore of the installation', () => {
  it('does not send again what was sent since the backup', async () => {
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    const archive = await backUp();
    const dispatcher = await lab.startDispatcher();
    await expectSent([1, 1]);
    await dispatcher.stop();
    const told = await lab.ledger();
    await lab.advance(5 * minute);

    await restore(archive);
    await lookIntoOutbox();
    expect(sent()).toEqual([1, 1]);
    expect(await lab.ledger()).toEqual(told);
  });

  it('does not tell again what a cooldown had kept back at the backup and was told since', async () => {
    await lab.changeSettings({ cooldown_minutes: 10, sms_enabled: false });
    const dispatcher = await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    await expectSent([1, 0]);
    await lab.advance(minute);
    await lab.comeUp(monitor);
    await lab.advance(minute);
    await expectSent([2, 0]);
    await lab.goDown(monitor);
    const archive = await backUp();
    await lab.leap(9 * minute);
    await expectSent([3, 0]);
    await dispatcher.stop();
    const told = await lab.ledger();

    await restore(archive);
    await lab.advance(10 * minute);
    await lookIntoOutbox();
    expect(sent()).toEqual([3, 0]);
    expect(await lab.ledger()).toEqual(told);
  });

  it('in the middle of a long maintenance holds back what it held back, and tells once what lasts', async () => {
    await lab.changeSettings({ sms_enabled: false });
    await workFor(3 * hour);
    await lab.goDown(monitor);
    await lab.advance(90 * minute);
    const archive = await backUp();
    await lab.advance(minute);
    await restore(archive);
    await lab.maintenance.load();
    await lab.startDispatcher();
    await lab.leap(80 * minute);
    expect(sent()).toEqual([0, 0]);
    await lab.leap(13 * minute);
    expect(lab.smtp.messages.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^DOWN since 12:00 UTC, during maintenance: /),
    ]);
  });

  it('sends what waited at the backup and still waits', async () => {
    await lab.goDown(monitor);
    const archive = await backUp();
    await restore(archive);
    await lab.advance(10 * second);
    await lab.startDispatcher();
    await expectSent([1, 1]);
  });

  it('lets a message that is on its way be marked as sent, whenever its sender hears of it', async () => {
    await lab.changeSettings({ sms_enabled: false });
    for (const moment of ['while the data is being replaced', 'afterwards'] as const) {
      await lab.goDown(await makeMonitor(lab.db, { website_id: monitor.website_id }));
      await lab.advance(minute);
      const archive = await backUp();
      const email = heldUp(lab.channels.email);
      const dispatcher = await lab.startDispatcher({ channels: { ...lab.channels, email: email.channel } });
      await vi.waitFor(() => expect(email.isOnItsWay()).toBe(true));
      await restore(archive, moment === 'afterwards' ? undefined : email.letArrive);
      email.letArrive();
      await dispatcher.stop();
      expect(
        (await lab.ledger()).filter(({ channel }) => channel === 'email').map(({ status }) => status),
      ).not.toContain('pending');
    }
  });
});

/** A channel whose message is under way until the test says that it arrived. */
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
  it('sends what waited for less than an hour, and fails the rest: a copy must not call people', async () => {
    await lab.changeSettings({ sms_enabled: false });
    await lab.goDown(monitor);
    await lab.advance(hour);
    await lab.goDown(await makeMonitor(lab.db, { website_id: monitor.website_id }));
    const archive = await backUp();
    await lab.advance(second);
    await using elsewhere = await openOther();
    await testBackups(elsewhere, { clock: lab.clock }).restore(Readable.from([archive]));
    const rows = await elsewhere.db
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

  it('does not tell what a cooldown kept back over an hour ago', async () => {
    await lab.goDown(monitor);
    await lab.db
      .updateTable('deliveries')
      .set({ status: 'suppressed', reason: 'cooldown until 12:15', next_attempt_at: lab.clock.now() + 15 * minute })
      .execute();
    const archive = await backUp();
    await lab.advance(hour + second);
    await using elsewhere = await openOther();
    await testBackups(elsewhere, { clock: lab.clock }).restore(Readable.from([archive]));
    const rows = await elsewhere.db.selectFrom('deliveries').selectAll().execute();
    expect(new Set(rows.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
      new Set(['suppressed: cooldown until 12:15']),
    );
    expect(rows.map(({ next_attempt_at }) => next_attempt_at)).toEqual(rows.map(() => null));
  });

  it('tells nothing that a maintenance there has held back for over an hour', async () => {
    await workFor(3 * hour);
    await lab.goDown(monitor);
    await lab.advance(hour + second);
    const archive = await backUp();
    await using elsewhere = await openOther();
    await testBackups(elsewhere, { clock: lab.clock }).restore(Readable.from([archive]));
    const rows = await elsewhere.db.selectFrom('deliveries').select(['status', 'next_attempt_at']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"status":"suppressed","next_attempt_at":null}']),
    );
  });

  it('leaves no delivery in the hands of a process of the past', async () => {
    await lab.goDown(monitor);
    await lab.db
      .updateTable('deliveries')
      .set({ lease_owner: 'gone', lease_until: lab.clock.now() + hour })
      .execute();
    const archive = await backUp();
    await using elsewhere = await openOther();
    await testBackups(elsewhere, { clock: lab.clock }).restore(Readable.from([archive]));
    const rows = await elsewhere.db.selectFrom('deliveries').select(['lease_owner', 'lease_until']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"lease_owner":null,"lease_until":null}']),
    );
  });
});

describe('a message that is no alert', () => {
  const note = (title: string): NewMessage => ({
    ...{ purpose: 'notice', subject_id: null, channel: 'email', channel_id: null, channel_name: null, recipient: null },
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
    const archive = await backUp();
    await using elsewhere = await openOther();
    await testBackups(elsewhere, { clock: lab.clock }).restore(Readable.from([archive]));
    expect(await outbox(elsewhere.db)).toMatchObject([
      { status: 'failed', reason: restoredReason, next_attempt_at: null, lease_owner: null },
      { status: 'pending', reason: null, next_attempt_at: lab.clock.now() - hour + minute, lease_owner: null },
    ]);
  });

  it('is not sent again when it was sent since the backup', async () => {
    await enqueueMessages(lab.db, [note('young')], lab.clock.now());
    const archive = await backUp();
    const sentSince = { status: 'sent', sent_at: lab.clock.now() + second, next_attempt_at: null } as const;
    await lab.db.updateTable('messages').set(sentSince).execute();
    await restore(archive);
    expect(await outbox(lab.db)).toMatchObject([sentSince]);
  });
});

async function openOther() {
  const other = await openTestStorage();
  return { ...other, [Symbol.asyncDispose]: () => other.close() };
}
