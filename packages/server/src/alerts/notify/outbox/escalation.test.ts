import { defaultRouting, type Policy, type RoutingDocument } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../../testing/sinks/slack-sink.ts';
import { acknowledgeAlerts } from '../../decide/alert-list-store.ts';
import { makeAllDue } from './delivery-store.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
});
afterEach(() => lab.close());

const policy = (given: Partial<Policy>): Policy => ({
  id: 1,
  name: 'Default',
  steps: [],
  remind_minutes: null,
  ...given,
});
const setRouting = (given: Partial<RoutingDocument>) => routingSettings.save(lab.db, { ...defaultRouting, ...given });
/** Email at once, Slack after `after_minutes`. */
const escalateAfter = (after_minutes: number) =>
  setRouting({
    policies: [
      policy({
        steps: [
          { after_minutes: 0, channels: ['email'] },
          { after_minutes, channels: ['slack'] },
        ],
      }),
    ],
  });

const alertId = async () => (await lab.db.selectFrom('alerts').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
async function acknowledge(): Promise<void> {
  const id = await alertId();
  const by = { at: lab.clock.now(), by: 'link to ops@example.org', note: null };
  await lab.db.transaction().execute((trx) => acknowledgeAlerts(trx, [id], by));
}
const rows = (channel: string) =>
  lab.db
    .selectFrom('deliveries')
    .selectAll()
    .where('channel', '=', channel as 'email')
    .orderBy('id')
    .execute();
const pass = (milliseconds: number) => lab.advance(milliseconds);
/** Jumps ahead by a time in which nothing is due before the end. */
const leap = (milliseconds: number) => lab.leap(milliseconds);

describe('the second step of a policy', () => {
  it('is sent after its minutes, within 5 s, and not with an earlier message', async () => {
    await escalateAfter(5);
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(10 * second);
    await leap(5 * minute - 15 * second);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([1, 0]);
    await pass(10 * second);
    expect(lab.slack.messages).toHaveLength(1);
    const [sent] = await rows('slack');
    expect(sent).toMatchObject({ purpose: 'escalation', step: 1, status: 'sent' });
    expect(Math.abs((sent?.sent_at ?? 0) - (testNow + 5 * minute))).toBeLessThanOrEqual(5 * second);
  });

  it('is not sent after an acknowledgement, and the ledger names the person', async () => {
    await escalateAfter(5);
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(2 * minute);
    await acknowledge();
    const off = { status: 'suppressed', reason: 'acknowledged by link at 12:02', next_attempt_at: null };
    expect((await rows('slack'))[0]).toMatchObject(off);
    await leap(10 * minute);
    expect(lab.slack.messages).toHaveLength(0);
  });

  it('is not sent when the problem has ended before it, nor is the end', async () => {
    await escalateAfter(5);
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(2 * minute);
    await lab.comeUp(monitor);
    await leap(10 * minute);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([2, 0]);
    expect(await rows('slack')).toMatchObject([
      { status: 'suppressed', reason: 'over before step 2' },
      { status: 'suppressed', reason: `alert ${await alertId()} was not notified here` },
    ]);
  });

  it('gets the end of the problem after it was sent', async () => {
    await escalateAfter(5);
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(10 * second);
    await leap(6 * minute);
    await lab.comeUp(monitor);
    await pass(minute);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([2, 2]);
  });

  it('is not sent early after a backward clock change', async () => {
    await escalateAfter(60);
    await lab.goDown(monitor);
    const earlier = testNow - 30 * minute;
    await makeAllDue(lab.db, earlier);
    expect((await rows('slack'))[0]?.next_attempt_at).toBe(earlier + 60 * minute + 3 * second);
    expect((await rows('email'))[0]?.next_attempt_at).toBe(earlier);
  });
});

describe('reminders', () => {
  it('are sent after their minutes, then after twice as many, to notified recipients, until an acknowledgement', async () => {
    await setRouting({
      policies: [policy({ steps: [{ after_minutes: 0, channels: ['slack'] }], remind_minutes: 15 })],
    });
    await lab.startOutbox();
    await lab.goDown(monitor);
    const counts: number[] = [];
    await pass(10 * second);
    for (const minutes of [14, 2, 28, 2, 58]) {
      await leap(minutes * minute);
      counts.push(lab.slack.messages.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    await acknowledge();
    await leap(5 * 60 * minute);
    expect(lab.slack.messages).toHaveLength(3);
    expect((await rows('slack')).map(({ purpose, step, status }) => [purpose, step, status])).toEqual([
      ['alert', 0, 'sent'],
      ['reminder', 0, 'sent'],
      ['reminder', 1, 'sent'],
      ['reminder', 2, 'suppressed'],
    ]);
  });
});

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const quiet = {
  alert_types: [],
  min_severity: 'warning' as const,
  quiet: [{ days: [...everyDay], from: '11:00', to: '14:00' }],
};

it('quiet hours with two steps of a channel end with one message that names the outage once', async () => {
  const steps = [0, 5].map((after_minutes): Policy['steps'][number] => ({ after_minutes, channels: ['slack'] }));
  const channels = { slack: quiet };
  await setRouting({ time_zone: 'Europe/Berlin', channels, policies: [policy({ steps })] });
  await lab.startOutbox();
  await lab.goDown(monitor);
  await pass(6 * minute);
  await leap(56 * minute);
  expect(lab.slack.messages.map((message) => slackTextOf(message).split('shop.example.com').length - 1)).toEqual([1]);
  const states = (await rows('slack')).map(({ status, reason }) => `${status}: ${reason}`);
  expect(states).toEqual(['sent: null', 'suppressed: sent together with another step']);
});

describe('quiet hours', () => {
  beforeEach(async () => {
    // 12:00 in UTC is 13:00 in Berlin.
    await setRouting({ time_zone: 'Europe/Berlin', channels: { slack: quiet } });
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(minute);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([1, 0]);
    expect((await rows('slack'))[0]?.reason).toBe('quiet hours until 14:00');
  });

  it('end, and an outage that began in them is sent if it is still open', async () => {
    await leap(58 * minute);
    expect(lab.slack.messages).toHaveLength(0);
    await pass(2 * minute);
    expect(lab.slack.messages).toHaveLength(1);
    expect((await rows('slack'))[0]?.sent_at).toBe(testNow + 60 * minute);
  });

  it('end, and an outage that began in them is not sent if it ended', async () => {
    await lab.comeUp(monitor);
    await leap(3 * 60 * minute);
    expect(lab.slack.messages).toHaveLength(0);
  });
});

describe('a silence', () => {
  const mute = (minutes: number) =>
    lab.db
      .insertInto('silences')
      .values({
        monitor_id: monitor.id,
        until: lab.clock.now() + minutes * minute,
        reason: '',
        created_at: lab.clock.now(),
      })
      .execute();

  it('defers every step, and sends a lasting problem when it ends', async () => {
    await escalateAfter(5);
    await lab.startOutbox();
    await mute(30);
    await lab.goDown(monitor);
    await pass(6 * minute);
    await leap(23 * minute);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([0, 0]);
    expect((await rows('email'))[0]?.reason).toBe('muted until 12:30');
    expect((await rows('slack'))[0]?.reason).toBe('muted until 12:30');
    await pass(2 * minute);
    expect([lab.smtp.messages.length, lab.slack.messages.length]).toEqual([1, 1]);
  });

  it('sends the end of a problem that was sent before it', async () => {
    await lab.startOutbox();
    await lab.goDown(monitor);
    await pass(minute);
    await mute(60);
    await lab.comeUp(monitor);
    await pass(minute);
    expect(lab.slack.messages).toHaveLength(2);
  });
});
