import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';

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

/** Until a new outage is sent, or another message; includes half a second for competing processes. */
const passOutage = (): Promise<void> => lab.advance(3.5 * second);
const passOther = (): Promise<void> => lab.advance(10.5 * second);

describe('three processes together', () => {
  beforeEach(async () => void (await Promise.all([1, 2, 3].map(() => lab.startOutbox()))));

  it('sends a lone outage after 3 s', async () => {
    await lab.goDown(monitor);
    await lab.advance(2.9 * second);
    expectSent(0);
    await lab.advance(0.6 * second);
    expectSent(1);
  });

  it('sends an outage after 3 s, however many ends of outages were sent in the half minute before it', async () => {
    const targets = [1, 2, 3].map((at) => another(`https://shop.example.com/${at}`));
    const ended = await Promise.all(targets);
    await lab.goDown(...ended);
    await passOutage();
    expectSent(1);
    await lab.advance(2 * minute);
    for (const [at, one] of ended.entries()) {
      await lab.comeUp(one);
      await passOther();
      expectSent(2 + at);
    }
    await lab.goDown(monitor);
    await passOutage();
    expectSent(5);
    expect(lab.smtp.messages[4]?.subject).toMatch(/^DOWN: /);
  }, 30_000);

  it('delays messages without an outage by 10 s, to combine them', async () => {
    await lab.goSlow(monitor);
    await lab.advance(5 * second);
    await lab.goSlow(await another('https://shop.example.com/late'));
    await lab.advance(4.9 * second);
    expectSent(0);
    await lab.advance(0.6 * second);
    expectSent(1);
    expect(lab.smtp.messages[0]?.subject).toBe('2 alerts: 2 SLOW (Shop)');
  }, 30_000);

  it('sends the end of an outage with the outages that wait for the pace', async () => {
    await lab.goDown(monitor);
    await passOutage();
    await lab.comeUp(monitor);
    await lab.goDown(await another('https://shop.example.com/next'));
    await lab.advance(6 * second);
    expectSent(1);
    await lab.advance(4 * second);
    expectSent(2);
    expect(lab.smtp.messages[1]?.subject).toBe('2 alerts: 1 DOWN, 1 RECOVERED (Shop)');
  }, 30_000);
});
