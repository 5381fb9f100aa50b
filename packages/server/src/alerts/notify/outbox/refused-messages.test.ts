import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor } from '../../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../../testing/sinks/slack-sink.ts';

const second = 1_000;

let lab: NotificationLab;
let monitors: MonitorRow[];
beforeEach(async () => {
  lab = await openNotificationLab();
  const first = await makeMonitor(lab.db, { target: pageOf(0) });
  await lab.connectSlack(first.website_id);
  monitors = [first];
  for (let at = 1; at < 60; at++) {
    monitors.push(await makeMonitor(lab.db, { website_id: first.website_id, target: pageOf(at) }));
  }
});
afterEach(() => lab.close());

const pathOf = (at: number): string => `/page/${1000 + at}/`;
const pageOf = (at: number): string => `https://shop.example.com${pathOf(at)}`;

async function allGoDown(): Promise<void> {
  await lab.goDown(...monitors);
  await lab.advance(10 * second);
  await lab.startOutbox();
  await lab.settled();
}

/** The ledger of a channel, by monitor. */
const outcomes = async (channel: string) => (await lab.ledger()).filter((row) => row.channel === channel);

const placesOf = (rows: { status: string }[], status: string): number[] =>
  rows.flatMap((row, at) => (row.status === status ? [at] : []));

it('sends all alerts but those that Slack refuses permanently, with few requests', async () => {
  const bad = [7, 41];
  for (const at of bad) lab.slack.refusedWords.add(pathOf(at));
  await allGoDown();
  const rows = await outcomes('slack');
  expect(placesOf(rows, 'failed')).toEqual(bad);
  expect(placesOf(rows, 'sent')).toHaveLength(58);
  for (const at of bad) expect(rows[at]?.reason).toBe('HTTP 400 invalid_blocks');
  const text = lab.slack.messages.map(slackTextOf).join();
  expect(monitors.flatMap((_, at) => (text.includes(pathOf(at)) ? [] : [at]))).toEqual(bad);
  expect(lab.slack.requests).toBeLessThanOrEqual(25);
});

it('sends all but the alert that a mail server refuses permanently', async () => {
  lab.smtp.refusedWords.add(pageOf(30));
  await allGoDown();
  const rows = await outcomes('email');
  expect(placesOf(rows, 'failed')).toEqual([30]);
  expect(rows[30]?.reason).toContain('message refused');
  const sent = lab.smtp.messages.map(({ text }) => text).join();
  expect(monitors.filter(({ target }) => !sent.includes(target))).toHaveLength(1);
});

it('keeps sent parts, and retries the rest later, when the provider throttles', async () => {
  lab.slack.refusedWords.add(pathOf(59));
  lab.slack.busyAfter = 3;
  await allGoDown();
  const rows = await outcomes('slack');
  expect(placesOf(rows, 'sent')).toHaveLength(30);
  expect(placesOf(rows, 'pending')).toHaveLength(30);
  lab.slack.busyAfter = Number.POSITIVE_INFINITY;
  await lab.advance(31 * second);
  expect(placesOf(await outcomes('slack'), 'pending')).toEqual([]);
  expect(placesOf(await outcomes('slack'), 'failed')).toEqual([59]);
  const text = lab.slack.messages.map(slackTextOf).join();
  for (const at of monitors.keys()) expect(text.split(pathOf(at))).toHaveLength(at === 59 ? 1 : 2);
});
