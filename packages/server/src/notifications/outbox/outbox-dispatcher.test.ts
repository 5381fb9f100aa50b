import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRaiseAlerts } from '../../alerting/raise-alerts.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { startRecording } from '../../testing/recording.ts';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import {
  failedCheck,
  type NotificationLab,
  openNotificationLab,
  patience,
} from '../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../testing/sinks/slack-sink.ts';
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
  it('is told once each way on each channel, with all that matters, and the ledger says so', async () => {
    await lab.startDispatcher();
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
    expect(lab.sms.messages[0]?.text).toBe(`${what}. Since 12:00 UTC. https://status.example.org/websites/1`);
    expect(lab.slack.messages.map(slackTextOf)[0]).toContain('<@U123>');

    await lab.leap(2 * hour + 5 * minute - 10 * second);
    await lab.comeUp(monitor);
    await lab.advance(10 * second);
    expect(counts()).toEqual({ email: 2, sms: 2, slack: 2 });
    const end = 'Shop: https://shop.example.com/ is up again after 2 hours 5 minutes';
    expect(lab.smtp.messages[1]?.subject).toBe(`RECOVERED: ${end}`);
    expect(lab.sms.messages[1]?.text).toContain(end);
    expect(lab.slack.messages.map(slackTextOf)[1]).toContain(end);
    const ledger = (await lab.ledger()).filter(({ channel }) => channel in counts());
    expect(ledger).toHaveLength(6);
    expect(ledger.every(({ status, reason, attempts }) => status === 'sent' && !reason && attempts === 1)).toBe(true);
  });

  it('is told when the check is committed, not when somebody asks', async () => {
    const raiseAlerts = createRaiseAlerts({
      clock: lab.clock,
      channels: rulesOf(lab.channels),
      gather: { outage: 0, other: 0 },
    });
    const recording = startRecording({ db: lab.db, clock: lab.clock, raiseAlerts });
    await lab.startDispatcher({ changes: recording.changes });
    await recording.record(failedCheck(monitor, testNow));
    await recording.record(failedCheck(monitor, testNow));
    await lab.settled();
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
  });
});

describe('failures', () => {
  const emailRow = async () => (await lab.ledger()).find(({ channel }) => channel === 'email');
  const smsRow = async () => (await lab.ledger()).find(({ channel }) => channel === 'sms');

  it('are retried after 30 s, then after twice as long, an hour at most, and for 24 hours', async () => {
    lab.sms.behaviour = 'refuse-login';
    await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(3 * second);
    const pauses: number[] = [];
    for (let attempt = 1; (await smsRow())?.status === 'pending'; attempt++) {
      expect((await smsRow())?.attempts).toBe(attempt);
      const next = (await smsRow())?.next_attempt_at;
      if (!next) break;
      pauses.push((next - lab.clock.now()) / second);
      await lab.leap(next - lab.clock.now());
    }
    expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(24 * 3600);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(22.5 * 3600);
    expect(await smsRow()).toMatchObject({
      status: 'failed',
      reason: '-2 Authentication failed: Wrong username or password (tried for 24 hours)',
    });
  }, 60_000);

  it('that are final are not retried', async () => {
    lab.smtp.behaviour = 'refuse-recipient';
    await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    expect(await statuses('email')).toEqual(['failed']);
    expect(await emailRow()).toMatchObject({ reason: '550 no such user', attempts: 1, next_attempt_at: null });
  });

  it('of one recipient for now are retried for that one alone', async () => {
    lab.smtp.deferred.add('b@example.com');
    await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    expect(await statuses('email')).toEqual(['sent', 'pending']);
    lab.smtp.deferred.clear();
    await lab.advance(minute);
    expect(await statuses('email')).toEqual(['sent', 'sent']);
    expect(lab.smtp.messages.map(({ to }) => to)).toEqual([['a@example.com'], ['b@example.com']]);
  });
});

describe('the cap on SMS', () => {
  it('says on the last one that more are held back, and sends them as one when the hour is over', async () => {
    await lab.startDispatcher({ channels: lab.channelsCapped(2) });
    for (let at = 0; at < 4; at++) {
      const one = await makeMonitor(lab.db, { target: `https://shop.example.com/${at}` });
      await lab.goDown(one);
      await lab.advance(5 * minute);
      expect(lab.smtp.messages).toHaveLength(at + 1);
      if (at < 2) expect(lab.sms.messages).toHaveLength(at + 1);
    }
    expect(await statuses('sms')).toEqual(['sent', 'sent', 'pending', 'pending']);
    expect(lab.sms.messages[0]?.text).not.toContain('held back');
    expect(lab.sms.messages[1]?.text).toMatch(/More SMS are held back until 13:00 UTC\.$/);
    const held = (await lab.ledger()).filter(({ channel, status }) => channel === 'sms' && status === 'pending');
    expect(held).toMatchObject(Array(2).fill({ reason: 'held back: 2 SMS an hour at most', attempts: 0 }));
    await lab.leap(hour);
    expect(await statuses('sms')).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(lab.sms.messages).toHaveLength(3);
  });

  it('holds for all processes together, also when they send to several phones at the same moment', async () => {
    await lab.changeSettings({ phone_list: '+40711111111,+40722222222,+40733333333,+40744444444' });
    await Promise.all(Array.from({ length: 4 }, () => lab.startDispatcher({ channels: lab.channelsCapped(3) })));
    await lab.goDown(monitor);
    // Who steps back comes again within half a second.
    await lab.advance(15 * second);
    const heldBack = { status: 'pending', reason: 'held back: 3 SMS an hour at most' };
    const rows = (await lab.ledger()).filter(({ channel }) => channel === 'sms');
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(3);
    expect(rows.filter(({ status }) => status !== 'sent')).toMatchObject([heldBack]);
    expect(lab.sms.messages).toHaveLength(3);
    expect(lab.sms.messages.filter(({ text }) => text.includes('held back'))).toHaveLength(1);
  });
});

describe('a cooldown', () => {
  it('only puts off what still lasts when it is over', async () => {
    await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.advance(minute);
    await lab.comeUp(monitor);
    await lab.advance(minute);
    await lab.goDown(monitor);
    await lab.advance(minute);
    expect(await statuses('email')).toEqual(['sent', 'sent', 'suppressed']);
    await lab.advance(13 * minute);
    expect(await statuses('email')).toEqual(['sent', 'sent', 'sent']);
    expect(lab.smtp.messages.at(-1)?.subject).toContain('DOWN: Shop');
  });

  it('stays the reason of what ended meanwhile', async () => {
    await lab.startDispatcher();
    for (let times = 0; times < 2; times++) {
      await lab.goDown(monitor);
      await lab.advance(minute);
      await lab.comeUp(monitor);
      await lab.advance(minute);
    }
    await lab.advance(30 * minute);
    const downs = (await lab.ledger('DOWN')).filter(({ channel }) => channel === 'email');
    expect(downs[1]).toMatchObject({ status: 'suppressed', reason: 'cooldown until 12:15', next_attempt_at: null });
  });
});

describe('processes', () => {
  it('of which two run never send the same', async () => {
    await Promise.all([lab.startDispatcher(), lab.startDispatcher(), lab.startDispatcher()]);
    for (let at = 0; at < 5; at++) {
      const one = await makeMonitor(lab.db, { target: `https://shop.example.com/${at}` });
      await lab.goDown(one);
      await lab.advance(minute);
      expect((await statuses('email')).at(-1)).toBe('sent');
      expect((await statuses('sms')).at(-1)).toBe('sent');
    }
    expect(lab.smtp.messages).toHaveLength(5);
    expect(lab.sms.messages).toHaveLength(5);
  });

  it('that stop leave what was not sent, for the next one', async () => {
    lab.smtp.behaviour = 'hang';
    const dispatcher = await lab.startDispatcher();
    await lab.goDown(monitor);
    await lab.settled();
    lab.clock.leap(10 * second);
    await vi.waitFor(() => expect(lab.smtp.connections).toBe(1), patience);
    const stopped = dispatcher.stop();
    lab.clock.leap(3 * second);
    await stopped;
    expect((await lab.ledger()).find(({ channel }) => channel === 'email')).toMatchObject({ status: 'pending' });
    lab.smtp.behaviour = 'accept';
    await lab.advance(minute);
    await lab.startDispatcher();
    await lab.settled();
    expect(lab.smtp.messages).toHaveLength(1);
  });

  it('that were killed do not hold what they had taken, when there is no other', async () => {
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    const lease = { lease_owner: 'gone', lease_until: lab.clock.now() + hour };
    await lab.db.updateTable('deliveries').set(lease).execute();
    const shy = await lab.startDispatcher();
    await lab.settled();
    await shy.stop();
    expect(counts()).toEqual({ email: 0, sms: 0, slack: 0 });
    await lab.startDispatcher({ isOnlyProcess: true });
    await lab.settled();
    expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 });
  });
});

it('does not send what was switched off meanwhile, and says so', async () => {
  await lab.startDispatcher();
  await lab.goDown(monitor);
  await lab.changeSettings({ email_enabled: false });
  await lab.advance(10 * second);
  expect(await statuses('email')).toEqual(['suppressed']);
  expect((await lab.ledger())[0]).toMatchObject({ reason: 'email is switched off', attempts: 0 });
});

it('does not wait for the time to come again when the clock is set back', async () => {
  const dispatcher = await lab.startDispatcher();
  await lab.goDown(monitor);
  lab.clock.setBack(5 * hour);
  dispatcher.poke();
  await vi.waitFor(() => expect(counts()).toEqual({ email: 1, sms: 1, slack: 1 }), patience);
});
