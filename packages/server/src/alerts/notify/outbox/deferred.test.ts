import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';

const minute = 60_000;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
  await lab.startOutbox();
});
afterEach(() => lab.close());

const channels = ['email', 'sms', 'slack'] as const;
const sent = () => [lab.smtp.messages.length, lab.sms.messages.length, lab.slack.messages.length];
const newest = async (channel: string) => (await lab.ledger('DOWN')).filter((row) => row.channel === channel).at(-1);
const setEnabled = (enabled: 0 | 1) =>
  lab.db.updateTable('stored_monitors').set({ enabled }).where('id', '=', monitor.id).execute();

async function expectReason(reason: RegExp): Promise<void> {
  for (const channel of channels) expect((await newest(channel))?.reason).toMatch(reason);
}

const pass = (minutes: number): Promise<void> => lab.advance(minutes * minute);

it('an outage that a cooldown defers is sent once its monitor is enabled again and a check had time to find it up', async () => {
  await lab.goDown(monitor);
  await pass(2);
  await lab.comeUp(monitor);
  await pass(1);
  await lab.goDown(monitor);
  await pass(1);
  expect(sent()).toEqual([2, 2, 2]);
  await expectReason(/^cooldown until 12:15$/);
  await setEnabled(0);
  await pass(20);
  await expectReason(/^the monitor is disabled$/);
  await setEnabled(1);
  await pass(1);
  await expectReason(/enabled again/);
  expect(sent()).toEqual([2, 2, 2]);
  await pass(3);
  expect(sent()).toEqual([3, 3, 3]);
});
