import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeSlackSettings } from '../../settings/slack-settings-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
  await lab.startDispatcher();
});
afterEach(() => lab.close());

const channels = ['email', 'sms', 'slack'] as const;
const sent = () => [lab.smtp.messages.length, lab.sms.messages.length, lab.slack.messages.length];
const newest = async (channel: string) => (await lab.ledger('DOWN')).filter((row) => row.channel === channel).at(-1);
const setEnabled = (enabled: 0 | 1) =>
  lab.db.updateTable('stored_monitors').set({ enabled }).where('id', '=', monitor.id).execute();

const pass = (minutes: number): Promise<void> => lab.advance(minutes * minute);

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
      expect(await newest(channel)).toMatchObject(kept);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  /** Enables the monitor after a while, and waits until the outbox saw both. */
  async function disableForAWhile(): Promise<void> {
    for (const [enabled, reason] of [[0, /^the monitor is disabled$/] as const, [1, /enabled again/] as const]) {
      await setEnabled(enabled);
      await pass(enabled ? 1 : 20);
      for (const channel of channels) {
        expect((await newest(channel))?.reason).toMatch(reason);
      }
    }
  }

  it('is told when the monitor is enabled again and a check had time to find it up, but did not', async () => {
    await disableForAWhile();
    expect(sent()).toEqual([2, 2, 2]);
    await pass(3);
    expect(sent()).toEqual([3, 3, 3]);
  });

  it('is not told when the monitor is enabled again and found up', async () => {
    await disableForAWhile();
    await lab.comeUp(monitor);
    await pass(5);
    for (const channel of channels) {
      const over = { status: 'suppressed', next_attempt_at: null };
      expect(await newest(channel)).toMatchObject(over);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  it('is not told when its monitor was deleted meanwhile', async () => {
    await lab.db.deleteFrom('stored_monitors').where('id', '=', monitor.id).execute();
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
      expect((await newest(channel))?.reason).toBe(why[at]);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });

  it('is not told where its type was switched off meanwhile, and the ledger says so', async () => {
    await lab.changeSettings({ alert_on_down: false });
    await lab.connectSlack(monitor.website_id, { alert_on_down: false });
    await pass(20);
    for (const channel of channels) {
      const off = { status: 'suppressed', reason: 'DOWN alerts are switched off' };
      expect(await newest(channel)).toMatchObject(off);
    }
    expect(sent()).toEqual([2, 2, 2]);
  });
});

it('is not tried again when its monitor was disabled after the first attempt failed', async () => {
  lab.smtp.behaviour = 'busy';
  await lab.goDown(monitor);
  await lab.advance(10 * second);
  expect((await newest('email'))?.attempts).toBe(1);
  await setEnabled(0);
  lab.smtp.behaviour = 'accept';
  await pass(5);
  const kept = { status: 'suppressed', reason: 'the monitor is disabled' };
  expect(await newest('email')).toMatchObject(kept);
  expect(lab.smtp.messages).toEqual([]);
});
