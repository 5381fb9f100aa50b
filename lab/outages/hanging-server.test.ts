import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MonitorRow } from '../../packages/server/src/storage/tables.ts';
import { makeMonitor, testNow } from '../../packages/server/src/testing/rows.ts';
import {
  type NotificationLab,
  openNotificationLab,
  patience,
} from '../../packages/server/src/testing/sinks/notification-lab.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let monitor: MonitorRow;
let healthy: MonitorRow;
beforeEach(async () => {
  lab = await openNotificationLab();
  monitor = await makeMonitor(lab.db);
  healthy = await makeMonitor(lab.db);
  await lab.connectSlack(monitor.website_id);
});
afterEach(() => lab.close());

const emailRows = async () => (await lab.ledger()).filter(({ channel }) => channel === 'email');
const whenConnected = (times: number) => vi.waitFor(() => expect(lab.smtp.connections).toBe(times), patience);

/** Waits until the server hangs that many times, and advances the time beyond the limit each time. */
async function hangs(times: number): Promise<void> {
  await whenConnected(times);
  lab.clock.leap(30 * second);
  await lab.settled();
}

async function leapToNextAttempt(): Promise<void> {
  const next = Math.min(...(await emailRows()).flatMap(({ next_attempt_at }) => next_attempt_at ?? []));
  lab.clock.leap(next - lab.clock.now());
}

/** Time to record a check in milliseconds, the minimum of some. A wait for the server would be in each of them. */
async function recordingTime(): Promise<number> {
  const taken: number[] = [];
  for (let times = 0; times < 9; times++) {
    const started = performance.now();
    await lab.comeUp(healthy);
    taken.push(performance.now() - started);
  }
  return Math.min(...taken);
}

describe('a mail server that hangs', () => {
  it('delays no check by more than 50 ms and Slack by no more than 1 s', async () => {
    const usual = await recordingTime();
    lab.smtp.behaviour = 'hang';
    await lab.startOutbox();
    await lab.goDown(monitor);
    await lab.settled();
    lab.clock.leap(10 * second);
    await whenConnected(1);
    await vi.waitFor(() => expect(lab.slack.messages).toHaveLength(1));
    expect(await recordingTime()).toBeLessThan(usual + 50);
    // Marked in the time of this clock, from which the next message keeps its distance.
    await vi.waitFor(async () => {
      const slack = (await lab.ledger()).find(({ channel }) => channel === 'slack');
      expect(slack?.status).toBe('sent');
    });
    await lab.comeUp(monitor);
    lab.clock.leap(10 * second);
    await vi.waitFor(() => expect(lab.slack.messages).toHaveLength(2), { timeout: 1_000 });
    expect(lab.smtp.messages).toHaveLength(0);
  });

  it('gets its mails when it comes back after 10 minutes', async () => {
    lab.smtp.behaviour = 'hang';
    await lab.startOutbox();
    await lab.goDown(monitor);
    await lab.settled();
    lab.clock.leap(10 * second);
    await hangs(1);
    await lab.comeUp(monitor);
    await lab.settled();
    for (let attempt = 2; lab.clock.now() < testNow + 10 * minute; attempt++) {
      await leapToNextAttempt();
      await hangs(attempt);
    }
    expect((await emailRows()).map(({ reason }) => reason)).toEqual([
      'over before it was sent: its end says both',
      'no answer within 30 s',
    ]);

    lab.smtp.behaviour = 'accept';
    await leapToNextAttempt();
    await lab.settled();
    expect(lab.smtp.messages.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^RECOVERED: Shop: https:\/\/shop\.example\.com\/ was down for \d+ s: HTTP 503$/),
    ]);
    const [down, recovered] = await emailRows();
    expect(recovered).toMatchObject({ status: 'sent', reason: null });
    expect(down).toMatchObject({ status: 'sent', reason: `folded into alert ${recovered?.alert_id}` });
  });
});
