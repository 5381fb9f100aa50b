import { serverDefaults } from '@upvigil/server/base/server-defaults';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MonitorRow } from '../../packages/server/src/storage/tables.ts';
import { makeMonitor, testNow } from '../../packages/server/src/testing/rows.ts';
import {
  type NotificationLab,
  openNotificationLab,
  patience,
} from '../../packages/server/src/testing/sinks/notification-lab.ts';
import { slackTextOf } from '../../packages/server/src/testing/sinks/slack-sink.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const silentHours = 26;
/** Outage messages in a minute, by the rate limit. */
const mostMessages = 3;

let lab: NotificationLab;
/** Targets that go down at the start, and later; the first ones recover after that. */
let early: MonitorRow[];
let late: MonitorRow[];
beforeEach(async () => {
  lab = await openNotificationLab();
  const { website_id } = await makeMonitor(lab.db);
  const make = (name: string): Promise<MonitorRow> =>
    makeMonitor(lab.db, { website_id, target: `https://shop.example.com/${name}/` });
  early = [await make('early-1'), await make('early-2'), await make('early-3')];
  late = [await make('late-1'), await make('late-2')];
  await lab.connectSlack(website_id);
});
afterEach(() => lab.close());

const channels = ['email', 'sms', 'slack'] as const;
const providers = () => [lab.smtp, lab.sms, lab.slack];
const openConnections = () => providers().reduce((sum, { open }) => sum + open(), 0);
const rows = async () =>
  (await lab.ledger()).filter(({ channel }) => (channels as readonly string[]).includes(channel));

/** Advances the time until every started attempt has timed out: each hangs on its own connection. */
async function giveUpAttempts(): Promise<void> {
  let isSettled = false;
  const settled = lab.settled().then(() => {
    isSettled = true;
  });
  while (!isSettled) {
    await vi.waitFor(() => expect(isSettled || openConnections() > 0).toBe(true), { ...patience, interval: 5 });
    if (!isSettled) lab.clock.leap(30 * second);
    await Promise.race([settled, new Promise(setImmediate)]);
  }
}

/** Advances the time, from attempt to attempt. */
async function passUntil(moment: number): Promise<void> {
  while (lab.clock.now() < moment) {
    const waiting = (await rows()).flatMap(({ next_attempt_at }) => next_attempt_at ?? []);
    lab.clock.leap(Math.max(0, Math.min(moment, ...waiting) - lab.clock.now()));
    await giveUpAttempts();
  }
}

/** The texts of all messages, in order. */
const sentTexts = () => [lab.smtp.messages.map(({ text }) => text), lab.slack.messages.map(slackTextOf)];

it('providers that are silent for more than a day lose nothing younger than 24 hours, and are not flooded when they are back', async () => {
  for (const provider of providers()) provider.behaviour = 'hang';
  await lab.startOutbox();
  await lab.goDown(...early);
  await passUntil(testNow + 8 * hour);
  await lab.goDown(...late);
  await passUntil(testNow + 9 * hour);
  await lab.comeUp(...early);
  await passUntil(testNow + silentHours * hour);
  const alerts = 2 * early.length + late.length;
  expect(await rows()).toHaveLength(alerts * channels.length);
  expect(sentTexts().flat()).toEqual([]);

  for (const provider of providers()) provider.behaviour = 'accept';
  await lab.advance(minute);
  for (const { messages } of providers()) expect(messages.length).toBeLessThanOrEqual(mostMessages);
  await lab.advance(serverDefaults.notificationRetry.maxSeconds * second);

  const downs = (await rows()).filter(({ created_at }) => created_at < testNow + hour);
  expect(downs).toHaveLength(early.length * channels.length);
  // Their recoveries are newer and report both.
  for (const { status, reason } of downs) expect([status, reason]).toEqual(['sent', expect.stringMatching(/^folded /)]);
  const younger = (await rows()).filter(({ created_at }) => created_at > testNow + hour);
  expect(younger.filter(({ status }) => status !== 'sent')).toEqual([]);
  // Up to 8 attempts in the first hour, then one an hour, whatever else goes to the same destination.
  expect(Math.max(...(await rows()).map(({ attempts }) => attempts))).toBeLessThanOrEqual(8 + 24);
  for (const messages of sentTexts()) {
    expect(messages.length).toBeLessThanOrEqual(mostMessages);
    for (const { target } of [...late, ...early]) expect(messages.join()).toContain(new URL(target).pathname);
  }
});
