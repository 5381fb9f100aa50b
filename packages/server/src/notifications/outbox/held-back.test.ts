import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeSlackSettings } from '../../settings/slack-settings-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab, patience } from '../../testing/sinks/notification-lab.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let monitor: MonitorRow;
let dispatcher: Awaited<ReturnType<NotificationLab['startDispatcher']>>;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
  dispatcher = await lab.startDispatcher();
});
afterEach(() => lab.close());

const channels = ['email', 'sms', 'slack'] as const;
const sent = () => [lab.smtp.messages.length, lab.sms.messages.length, lab.slack.messages.length];
const newest = async (channel: string) => (await lab.ledger('DOWN')).filter((row) => row.channel === channel).at(-1);
const setEnabled = (enabled: 0 | 1) =>
  lab.db.updateTable('monitors').set({ enabled }).where('id', '=', monitor.id).execute();

/** Lets the time pass in steps, each with a look at what is due. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    lab.advance(minute);
    dispatcher.poke();
    await vi.waitFor(async () => {
      const due = (await lab.ledger()).filter(
        ({ status, next_attempt_at }) => status === 'pending' && (next_attempt_at ?? 0) <= lab.clock.now(),
      );
      expect(due).toEqual([]);
    }, patience);
  }
}

/** An outage was told, it ended, and the next one is held back by the cooldown until 12:15. It is 12:04. */
async function holdBack(): Promise<void> {
  await lab.goDown(monitor);
  await pass(2);
  await lab.comeUp(monitor);
  await pass(1);
  await lab.goDown(monitor);
  await pass(1);
  expect(sent()).toEqual([2, 2, 2]);
  for (const channel of channels) expect((await newest(channel))?.reason).toBe('cooldown until 12:15');
}

describe('an outage that a cooldown holds back', () => {
  beforeEach(holdBack);

  it('is not told when its monitor was disabled meanwhile, and the ledger says so', async () => {
    await setEnabled(0);
    await pass(20);
    for (const channel of channels) {
      const kept = { status: 'suppressed', reason: 'the monitor is disabled' };
      await vi.waitFor(async () => expect(await newest(channel)).toMatchObject(kept), patience);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  /** Enables the monitor after a while, and waits until the outbox saw both. */
  async function disableForAWhile(): Promise<void> {
    for (const [enabled, reason] of [[0, /^the monitor is disabled$/] as const, [1, /enabled again/] as const]) {
      await setEnabled(enabled);
      await pass(enabled ? 1 : 20);
      for (const channel of channels) {
        await vi.waitFor(async () => expect((await newest(channel))?.reason).toMatch(reason), patience);
      }
    }
  }

  it('is told when the monitor is enabled again and a check had time to find it up, but did not', async () => {
    await disableForAWhile();
    expect(sent()).toEqual([2, 2, 2]);
    await pass(3);
    await vi.waitFor(() => expect(sent()).toEqual([3, 3, 3]), patience);
  });

  it('is not told when the monitor is enabled again and found up', async () => {
    await disableForAWhile();
    await lab.comeUp(monitor);
    await pass(5);
    for (const channel of channels) {
      const over = { status: 'suppressed', next_attempt_at: null };
      await vi.waitFor(async () => expect(await newest(channel)).toMatchObject(over), patience);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  it('is not told when its monitor was deleted meanwhile', async () => {
    await lab.db.deleteFrom('monitors').where('id', '=', monitor.id).execute();
    await pass(20);
    expect(sent()).toEqual([2, 2, 2]);
    expect(await lab.ledger()).toEqual([]);
  });

  it('is not told where the channel was switched off or removed meanwhile, and the ledger says so', async () => {
    await lab.changeSettings({ email_enabled: false, phone_list: '' });
    await removeSlackSettings(lab.db, monitor.website_id);
    await pass(20);
    const why = ['email is switched off', 'no recipients', 'Slack is not set for this website'];
    for (const [at, channel] of channels.entries()) {
      await vi.waitFor(async () => expect((await newest(channel))?.reason).toBe(why[at]), patience);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  it('is not told where its type was switched off meanwhile, and the ledger says so', async () => {
    await lab.changeSettings({ alert_on_down: false });
    await lab.connectSlack(monitor.website_id, { alert_on_down: false });
    await pass(20);
    for (const channel of channels) {
      const off = { status: 'suppressed', reason: 'DOWN alerts are switched off' };
      await vi.waitFor(async () => expect(await newest(channel)).toMatchObject(off), patience);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });
});

it('is not tried again when its monitor was disabled after the first attempt failed', async () => {
  lab.smtp.behaviour = 'busy';
  await lab.goDown(monitor);
  lab.advance(10 * second);
  dispatcher.poke();
  await vi.waitFor(async () => expect((await newest('email'))?.attempts).toBe(1), patience);
  await setEnabled(0);
  lab.smtp.behaviour = 'accept';
  await pass(5);
  const kept = { status: 'suppressed', reason: 'the monitor is disabled' };
  await vi.waitFor(async () => expect(await newest('email')).toMatchObject(kept), patience);
  expect(lab.smtp.messages).toEqual([]);
});
