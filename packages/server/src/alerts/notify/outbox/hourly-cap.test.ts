import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { enqueueMessages } from '../sending/new-messages.ts';

const minute = 60_000;
const hour = 60 * minute;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
});
afterEach(() => lab.close());

/** SMS without alerts, such as drills, sent half an hour ago. */
async function sendOthers(count: number): Promise<void> {
  const content = { title: 'Drill', text: 'Drill\n', link: null };
  const addressed = { channel: 'sms', channel_id: null, channel_name: null, recipient: '+40712345678' } as const;
  const drill = { purpose: 'drill', subject_id: null, ...addressed, content } as const;
  await enqueueMessages(lab.db, Array(count).fill(drill), lab.clock.now());
  const sent = { status: 'sent', sent_at: lab.clock.now() - hour / 2, next_attempt_at: null } as const;
  await lab.db.updateTable('messages').set(sent).execute();
}

it('counts SMS without alerts too, and states on the last one that further ones wait', async () => {
  await sendOthers(2);
  await lab.startOutbox({ channels: lab.channelsCapped(3) });
  await lab.goDown(monitor);
  await lab.advance(4_000);
  expect(lab.sms.messages).toHaveLength(1);
  expect(lab.sms.messages[0]?.text).toMatch(/Further SMS wait/);
});

it('defers an alert while others have used it up, until the oldest of them is an hour old', async () => {
  await sendOthers(3);
  const free = lab.clock.now() + hour / 2;
  await lab.startOutbox({ channels: lab.channelsCapped(3) });
  await lab.goDown(monitor);
  await lab.advance(4_000);
  expect(lab.sms.messages).toHaveLength(0);
  const held = (await lab.ledger()).find(({ channel }) => channel === 'sms');
  expect(held).toMatchObject({ status: 'pending', reason: 'throttled: 3 SMS an hour at most', next_attempt_at: free });
  await lab.leap(hour / 2);
  expect(lab.sms.messages).toHaveLength(1);
});
