import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertAlerts, insertDeliveries } from '../../alerting/alert-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab, plantedSecrets } from '../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../testing/sinks/slack-sink.ts';

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

const sent = () => [lab.smtp.messages.length, lab.sms.messages.length, lab.slack.messages.length];
const expectSent = (each: number): void => expect(sent()).toEqual([each, each, each]);
const another = (target: string) => makeMonitor(lab.db, { website_id: monitor.website_id, target });

async function start(processes: number): Promise<void> {
  await Promise.all(Array.from({ length: processes }, () => lab.startDispatcher()));
}

/** Until what was found now may be sent; the second more is for processes that stepped back from each other. */
const foldAndSend = (): Promise<void> => lab.advance(11 * second);

/** Three messages within half a minute that name no outage: all that may go within a minute. */
async function fillThePace(): Promise<void> {
  for (let at = 1; at <= 3; at++) {
    await lab.goSlow(await another(`https://shop.example.com/slow/${at}`));
    await foldAndSend();
    expectSent(at);
  }
}

describe.each([1, 3])('with %i processes', (processes) => {
  beforeEach(() => start(processes));

  it('tells an outage at once, however many harmless messages went before it', async () => {
    await fillThePace();
    await lab.goDown(monitor);
    await foldAndSend();
    expectSent(4);
    expect(lab.smtp.messages[3]?.subject).toMatch(/^DOWN: /);
  }, 30_000);

  it('tells the end of an outage before what is harmless, and that at its pace', async () => {
    await lab.goDown(monitor);
    await foldAndSend();
    expectSent(1);
    await fillThePaceAfter(1);
    await lab.comeUp(monitor);
    await lab.goSlow(await another('https://shop.example.com/late'));
    await foldAndSend();
    expectSent(4);
    expect(lab.smtp.messages[3]?.subject).toBe('2 alerts: 1 SLOW, 1 RECOVERED (Shop)');
    await lab.goSlow(await another('https://shop.example.com/later'));
    await foldAndSend();
    expectSent(4);
    await lab.advance(minute);
    expectSent(5);
  }, 30_000);
});

async function fillThePaceAfter(before: number): Promise<void> {
  for (let at = 1; at <= 2; at++) {
    await lab.goSlow(await another(`https://shop.example.com/slow/${at}`));
    await foldAndSend();
    expectSent(before + at);
  }
}

describe('of more than one message can name', () => {
  /** Deliveries to Slack of a slow target, due since a minute. */
  async function backlog(count: number, websiteId: number): Promise<void> {
    const slow = await makeMonitor(lab.db, { website_id: websiteId, target: `https://slow.example.com/${websiteId}` });
    const due = lab.clock.now() - minute;
    const alert = { alert_type: 'SLOW', problem: 'slow', message: 'slow', created_at: due } as const;
    const delivery = { channel: 'slack', recipient: '#ops', status: 'pending', created_at: due } as const;
    await lab.db.transaction().execute(async (trx) => {
      const alerts = Array(count).fill({ ...alert, website_id: websiteId, monitor_id: slow.id });
      const ids = await insertAlerts(trx, alerts);
      const deliveries = ids.map((alert_id) => ({ ...delivery, alert_id, next_attempt_at: due }));
      await insertDeliveries(trx, deliveries);
    });
  }

  it('names the outage in the first message, and the others in the next ones', async () => {
    await backlog(1_100, monitor.website_id);
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    await start(1);
    await lab.settled();
    const [first] = lab.slack.messages;
    expect(first && slackTextOf(first)).toContain('Shop, DOWN, HTTP 503*: https://shop.example.com/');
    await lab.advance(10 * minute);
    expect((await lab.ledger()).filter(({ channel, status }) => channel === 'slack' && status !== 'sent')).toEqual([]);
  }, 60_000);

  it('hides no outage to another destination', async () => {
    const other = await makeMonitor(lab.db);
    await lab.connectSlack(other.website_id, { webhook_url: lab.slack.webhookUrl(`${plantedSecrets.webhook}-other`) });
    await backlog(3_000, other.website_id);
    await lab.goDown(monitor);
    await lab.advance(10 * second);
    await start(1);
    await lab.settled();
    const webhooks = lab.slack.messages.slice(0, 2).map(({ webhook }) => webhook);
    expect(webhooks).toContain(`/services/T0001/B0001/${plantedSecrets.webhook}`);
  }, 60_000);
});
