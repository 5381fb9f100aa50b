import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { startRecording } from '../../../testing/recording.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import {
  failedCheck,
  type NotificationLab,
  openNotificationLab,
  patience,
} from '../../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../../testing/sinks/slack-sink.ts';
import { createRaiseAlerts } from '../../decide/raise-alerts.ts';
import { rulesOf } from '../channels/registry.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id, { mention_users: 'U123' });
});
afterEach(() => lab.close());

const counts = () => ({
  email: lab.smtp.messages.length,
  sms: lab.sms.messages.length,
  slack: lab.slack.messages.length,
});
const statuses = async (channel: string) =>
  (await lab.ledger()).filter((row) => row.channel === channel).map(({ status }) => status);

describe('a target that goes down and comes back', () => {
  it('is sent once for its start and its end on each channel, with all facts, and recorded in the ledger', async () => {
    await lab.startOutbox();
    await lab.leap(3 * 24 * hour);
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
    expect(await statuses('email')).toEqual(['sent']);

    const what = 'Shop: https://shop.example.com/ is down: HTTP 503';
    expect(lab.smtp.messages[0]).toMatchObject({ subject: `DOWN: ${what}`, to: ['a@example.com', 'b@example.com'] });
    for (const text of [what, '2026-03-13 12:00:00 UTC', 'HTTP 503, seen by 2 checks', 'for 3 days']) {
      expect(lab.smtp.messages[0]?.text).toContain(text);
    }
    expect(lab.sms.messages[0]?.text).toBe(`${what}. Since 12:00 UTC. https://status.example.org/websites/1?open=1`);
    expect(lab.slack.messages.map(slackTextOf)[0]).toContain('<@U123>');

    await lab.leap(2 * hour + 5 * minute - 10 * second);
    await lab.comeUp(monitor);
    await lab.advance(10 * second);
    expect(counts()).toEqual({ email: 2, sms: 2, slack: 2 });
    const end = 'Shop: https://shop.example.com/ is up again after 2 hours 5 minutes';
    expect(lab.smtp.messages[1]?.subject).toBe(`RECOVERED: ${end}`);
    expect(lab.sms.messages[1]?.text).toContain(end);
    expect(lab.slack.messages.map(slackTextOf)[1]).toContain('shop.example.com is up again after 2 hours 5 minutes');
    const ledger = (await lab.ledger()).filter(({ channel }) => channel in counts());
    expect(ledger).toHaveLength(6);
    expect(ledger.every(({ status, reason, attempts }) => status === 'sent' && !reason && attempts === 1)).toBe(true);
  });

  it('is sent when the check is committed, without waiting for a poll', async () => {
    const raiseAlerts = createRaiseAlerts({
      clock: lab.clock,
      channels: rulesOf(lab.channels),
      gather: { outage: 0, other: 0 },
    });
    const recording = startRecording({ db: lab.db, clock: lab.clock, raiseAlerts });
    await lab.startOutbox({ changes: recording.changes });
    await recording.record(failedCheck(monitor, testNow));
    await recording.record(failedCheck(monitor, testNow));
    await lab.settled();
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
  });
});

it('retries for the one recipient who could not accept it, and for no other', async () => {
  lab.smtp.deferred.add('b@example.com');
  await lab.startOutbox();
  await lab.goDown(monitor);
  await lab.advance(10 * second);
  expect(await statuses('email')).toEqual(['sent', 'pending']);
  lab.smtp.deferred.clear();
  await lab.advance(minute);
  expect(await statuses('email')).toEqual(['sent', 'sent']);
  expect(lab.smtp.messages.map(({ to }) => to)).toEqual([['a@example.com'], ['b@example.com']]);
});

describe('processes', () => {
  it('that stop leave unsent messages to the next one', async () => {
    lab.smtp.behaviour = 'hang';
    const outbox = await lab.startOutbox();
    await lab.goDown(monitor);
    await lab.settled();
    lab.clock.leap(10 * second);
    await vi.waitFor(() => expect(lab.smtp.connections).toBe(1), patience);
    const stopped = outbox.stop();
    lab.clock.leap(3 * second);
    await stopped;
    expect((await lab.ledger()).find(({ channel }) => channel === 'email')).toMatchObject({ status: 'pending' });
    lab.smtp.behaviour = 'accept';
    await lab.advance(minute);
    await lab.startOutbox();
    await lab.settled();
    expect(lab.smtp.messages).toHaveLength(1);
  });

  it('that were killed keep no leases, when there is no other process', async () => {
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    const lease = { lease_owner: 'gone', lease_until: lab.clock.now() + hour };
    await lab.db.updateTable('deliveries').set(lease).execute();
    const shy = await lab.startOutbox();
    await lab.settled();
    await shy.stop();
    expect(counts()).toEqual({ email: 0, sms: 0, slack: 0 });
    await lab.startOutbox({ isOnlyProcess: true });
    await lab.settled();
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
  });
});

it('does not wait for the same time again after a backward clock change', async () => {
  const outbox = await lab.startOutbox();
  await lab.goDown(monitor);
  lab.clock.setBack(5 * hour);
  outbox.wake();
  await vi.waitFor(() => expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 }), patience);
});
