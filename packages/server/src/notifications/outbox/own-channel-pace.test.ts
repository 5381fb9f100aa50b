import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import type { ChatSink } from '../../testing/sinks/chat/chat-sink.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';
import { routeToWebhook, toldTo } from '../../testing/sinks/webhook/webhook-channel.ts';
import { type ReceivedWebhook, startWebhookSink } from '../../testing/sinks/webhook/webhook-sink.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let sink: ChatSink<ReceivedWebhook>;
let monitor: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  sink = await startWebhookSink();
  await routeToWebhook(lab.db, sink.url('/hooks/alerts'));
});
afterEach(async () => {
  await lab.close();
  await sink.close();
});

const told = (): string[][] => toldTo(sink);
const start = (processes: number) => Promise.all(Array.from({ length: processes }, () => lab.startDispatcher()));
const another = (target: string): Promise<MonitorRow> =>
  makeMonitor(lab.db, { website_id: monitor.website_id, target });

describe.each([1, 3])('a channel that was added, with %i processes', (processes) => {
  beforeEach(() => start(processes));

  it('is told of a lone outage after 3 s', async () => {
    await lab.goDown(monitor);
    await lab.advance(2.9 * second);
    expect(told()).toEqual([]);
    await lab.advance(0.6 * second);
    expect(told()).toEqual([[`DOWN ${monitor.target}`]]);
  });

  it('is told of an outage after 3 s, however many ends of outages it was told in the half minute before', async () => {
    const ended = await Promise.all([1, 2, 3].map((at) => another(`https://shop.example.com/${at}`)));
    await lab.goDown(...ended);
    await lab.advance(3.5 * second);
    await lab.advance(2 * minute);
    for (const one of ended) {
      await lab.comeUp(one);
      await lab.advance(10.5 * second);
    }
    expect(told()).toHaveLength(4);
    await lab.goDown(monitor);
    await lab.advance(3.5 * second);
    expect(told()[4]).toEqual([`DOWN ${monitor.target}`]);
  }, 30_000);

  it('has what is harmless go along with an outage that comes later', async () => {
    const slow = await another('https://shop.example.com/slow');
    await lab.goSlow(slow);
    await lab.advance(second);
    await lab.goDown(monitor);
    await lab.advance(3.5 * second);
    expect(told()).toEqual([[`DOWN ${monitor.target}`, `SLOW ${slow.target}`]]);
  });

  it('gets 500 outages at once within a second or two after the third, 50 in a message and each in one', async () => {
    const monitors: MonitorRow[] = [];
    for (let at = 0; at < 500; at++) monitors.push(await another(`https://shop.example.com/page/${1000 + at}`));
    await lab.goDown(...monitors);
    const began = lab.clock.now();
    // Where several processes send, they step back from each other.
    await lab.advance(10 * second);
    const moments = (await lab.ledger()).map(({ sent_at }) => (sent_at ?? Number.POSITIVE_INFINITY) - began);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(3 * second);
    expect(Math.max(...moments)).toBeLessThan(processes === 1 ? 4 * second : 10 * second);
    expect(told().map((alerts) => alerts.length)).toEqual(Array(10).fill(50));
    expect(new Set(told().flat())).toEqual(new Set(monitors.map(({ target }) => `DOWN ${target}`)));
    expect(new Set((await lab.ledger()).map(({ status }) => status))).toEqual(new Set(['sent']));
  }, 60_000);
});
