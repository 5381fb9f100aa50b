import { defaultRouting } from '@upvigil/core/contract/routing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertAlerts, insertDeliveries } from '../../packages/server/src/alerts/decide/alert-store.ts';
import { routingSettings } from '../../packages/server/src/storage/settings/routing-store.ts';
import type { MonitorRow } from '../../packages/server/src/storage/tables.ts';
import { makeMonitor, testNow } from '../../packages/server/src/testing/rows.ts';
import {
  type NotificationLab,
  openNotificationLab,
  plantedSecrets,
} from '../../packages/server/src/testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../packages/server/src/testing/sinks/slack-sink.ts';
import { alertsSentTo, routeToWebhook } from '../../packages/server/src/testing/sinks/webhook/webhook-channel.ts';
import { startWebhookSink } from '../../packages/server/src/testing/sinks/webhook/webhook-sink.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let websiteId: number;
beforeEach(async () => {
  lab = await openNotificationLab();
  websiteId = (await makeMonitor(lab.db)).website_id;
  await lab.connectSlack(websiteId);
});
afterEach(() => lab.close());

const start = (processes: number) => Promise.all(Array.from({ length: processes }, () => lab.startOutbox()));
async function makeMonitors(count: number): Promise<MonitorRow[]> {
  const made: MonitorRow[] = [];
  for (let at = 0; at < count; at++) {
    const target = `https://shop.example.com/page/${1000 + at}`;
    made.push(await makeMonitor(lab.db, { website_id: websiteId, target }));
  }
  return made;
}
const rows = async (channel: string) => (await lab.ledger()).filter((row) => row.channel === channel);

describe.each([1, 3])('500 monitors that go down, with %i processes', (processes) => {
  it('are named in at most 3 messages a channel within the first minute, SMS within its cap', async () => {
    await start(processes);
    const monitors = await makeMonitors(500);
    for (let tick = 0; tick < 60; tick++) {
      // Statistics as in a database that has run for a while.
      if (tick === 5) await sql`analyze`.execute(lab.db);
      if (tick < 50) await lab.goDown(...monitors.slice(tick * 10, tick * 10 + 10));
      await lab.advance(second);
    }
    for (const { messages } of [lab.smtp, lab.slack, lab.sms]) expect(messages.length).toBeLessThanOrEqual(3);
    const after = lab.clock.now();
    const sentAt = new Set((await rows('slack')).flatMap(({ sent_at }) => sent_at ?? []));
    const seconds = [...sentAt].map((at) => Math.floor((at - (after - minute)) / second));
    expect(seconds).toEqual([3, 13, 43]);
    await lab.advance(2 * minute);
    for (const channel of ['slack', 'email']) {
      expect((await rows(channel)).map(({ status }) => status)).toEqual(Array(500).fill('sent'));
    }
    const emails = lab.smtp.messages.map(({ text }) => text).join();
    const posts = lab.slack.messages.map(slackTextOf).join();
    const unnamed = (text: string) => monitors.filter(({ target }) => !text.includes(new URL(target).pathname));
    expect(unnamed(emails)).toEqual([]);
    expect(unnamed(posts)).toEqual([]);
    expect(lab.sms.messages.length).toBeLessThanOrEqual(30);
    expect(Math.max(...lab.sms.messages.map(({ text }) => text.length))).toBeLessThanOrEqual(306);
  });

  it('reach an added channel within seconds after the third, 50 in a message and each in one', async () => {
    const sink = await startWebhookSink();
    await routeToWebhook(lab.db, sink.url('/hooks/alerts'));
    await start(processes);
    const monitors = await makeMonitors(500);
    await lab.goDown(...monitors);
    const began = lab.clock.now();
    // Several processes back off from each other.
    await lab.advance(10 * second);
    const sent = await rows('webhook');
    const moments = sent.map(({ sent_at }) => (sent_at ?? Number.POSITIVE_INFINITY) - began);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(3 * second);
    expect(Math.max(...moments)).toBeLessThan(processes === 1 ? 4 * second : 10 * second);
    expect(alertsSentTo(sink).map((alerts) => alerts.length)).toEqual(Array(10).fill(50));
    expect(new Set(alertsSentTo(sink).flat())).toEqual(new Set(monitors.map(({ target }) => `DOWN ${target}`)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['sent']));
    await sink.close();
  });
});

it('500 unacknowledged alerts escalate in at most 3 messages in the first minute', async () => {
  const steps = [
    { after_minutes: 0, channels: ['email' as const] },
    { after_minutes: 30, channels: ['slack' as const] },
  ];
  const policies = [{ id: 1, name: 'Default', steps, remind_minutes: null }];
  await routingSettings.save(lab.db, { ...defaultRouting, policies });
  const monitors = await makeMonitors(500);
  await start(1);
  // Ten batches within 50 s.
  for (let at = 0; at < 10; at++) {
    await lab.goDown(...monitors.slice(at * 50, at * 50 + 50));
    await lab.advance(5 * second);
  }
  await lab.advance(29 * minute);
  expect(lab.slack.messages).toHaveLength(0);
  await lab.advance(testNow + 31 * minute - lab.clock.now());
  const first = await rows('slack');
  expect(first).toHaveLength(500);
  expect(first.filter(({ status }) => status === 'sent').length).toBeGreaterThan(0);
  expect(lab.slack.messages.length).toBeGreaterThan(0);
  expect(lab.slack.messages.length).toBeLessThanOrEqual(3);
});

describe('a backlog of more than one message can name', () => {
  /** Deliveries to Slack for a slow target, due for a minute. */
  async function backlog(count: number, website_id: number): Promise<void> {
    const slow = await makeMonitor(lab.db, { website_id, target: `https://slow.example.com/${website_id}` });
    const due = lab.clock.now() - minute;
    const alert = { alert_type: 'SLOW', problem: 'slow', message: 'slow', created_at: due } as const;
    const delivery = { channel: 'slack', recipient: '#ops', status: 'pending', created_at: due } as const;
    await lab.db.transaction().execute(async (trx) => {
      const ids = await insertAlerts(trx, Array(count).fill({ ...alert, website_id, monitor_id: slow.id }));
      const deliveries = ids.map((alert_id) => ({ ...delivery, alert_id, next_attempt_at: due }));
      await insertDeliveries(trx, deliveries);
    });
  }

  it('follows an outage, which the first message names', async () => {
    await backlog(1_100, websiteId);
    await lab.goDown(...(await makeMonitors(1)));
    await lab.advance(10 * second);
    await start(1);
    await lab.settled();
    const [first] = lab.slack.messages;
    expect(first && slackTextOf(first)).toContain('Shop, DOWN, HTTP 503*: /page/1000');
    await lab.advance(10 * minute);
    expect((await rows('slack')).filter(({ status }) => status !== 'sent')).toEqual([]);
  });

  it('hides no outage to another destination', async () => {
    const other = await makeMonitor(lab.db);
    await lab.connectSlack(other.website_id, { webhook_url: lab.slack.webhookUrl(`${plantedSecrets.webhook}-other`) });
    await backlog(3_000, other.website_id);
    await lab.goDown(...(await makeMonitors(1)));
    await lab.advance(10 * second);
    await start(1);
    await lab.settled();
    const webhooks = lab.slack.messages.slice(0, 2).map(({ webhook }) => webhook);
    expect(webhooks).toContain(`/services/T0001/B0001/${plantedSecrets.webhook}`);
  });
});
