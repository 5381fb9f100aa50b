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
const another = (target: string): Promise<MonitorRow> =>
  makeMonitor(lab.db, { website_id: monitor.website_id, target });

async function start(processes: number): Promise<void> {
  await Promise.all(Array.from({ length: processes }, () => lab.startDispatcher()));
}

/** Until an outage that was found now was told, or something else; a half second more is for processes that stepped back from each other. */
const tellOutage = (): Promise<void> => lab.advance(3.5 * second);
const tellOther = (): Promise<void> => lab.advance(10.5 * second);

describe.each([1, 3])('with %i processes', (processes) => {
  beforeEach(() => start(processes));

  it('tells a lone outage after 3 s', async () => {
    await lab.goDown(monitor);
    await lab.advance(2.9 * second);
    expectSent(0);
    await lab.advance(0.6 * second);
    expectSent(1);
  });

  it('tells an outage after 3 s, however many ends of outages were told in the half minute before it', async () => {
    const targets = [1, 2, 3].map((at) => another(`https://shop.example.com/${at}`));
    const ended = await Promise.all(targets);
    await lab.goDown(...ended);
    await tellOutage();
    expectSent(1);
    await lab.advance(2 * minute);
    for (const [at, one] of ended.entries()) {
      await lab.comeUp(one);
      await tellOther();
      expectSent(2 + at);
    }
    await lab.goDown(monitor);
    await tellOutage();
    expectSent(5);
    expect(lab.smtp.messages[4]?.subject).toMatch(/^DOWN: /);
  }, 30_000);

  it('has what names no outage wait 10 s for company', async () => {
    await lab.goSlow(monitor);
    await lab.advance(5 * second);
    await lab.goSlow(await another('https://shop.example.com/late'));
    await lab.advance(4.9 * second);
    expectSent(0);
    await lab.advance(0.6 * second);
    expectSent(1);
    expect(lab.smtp.messages[0]?.subject).toBe('2 alerts: 2 SLOW (Shop)');
  }, 30_000);

  it('tells the end of an outage with the outages that wait for their turn', async () => {
    await lab.goDown(monitor);
    await tellOutage();
    await lab.comeUp(monitor);
    await lab.goDown(await another('https://shop.example.com/next'));
    await lab.advance(6 * second);
    expectSent(1);
    await lab.advance(4 * second);
    expectSent(2);
    expect(lab.smtp.messages[1]?.subject).toBe('2 alerts: 1 DOWN, 1 RECOVERED (Shop)');
  }, 30_000);
});

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
