import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab, patience } from '../../testing/sinks/notification-lab.ts';

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
type Dispatcher = Awaited<ReturnType<NotificationLab['startDispatcher']>>;

/** Lets the time pass until the next attempt, and waits until it was made for both alerts. */
async function nextAttempt(dispatcher: Dispatcher): Promise<void> {
  await vi.waitFor(async () => expect((await emailRows()).every(({ attempts }) => attempts > 0)).toBe(true), patience);
  const before = await emailRows();
  const next = Math.min(...before.map(({ next_attempt_at }) => next_attempt_at ?? 0));
  lab.advance(Math.max(0, next - lab.clock.now()));
  dispatcher.poke();
  const attempts = (rows: typeof before) => rows.reduce((sum, row) => sum + row.attempts, 0);
  await vi.waitFor(async () => expect(attempts(await emailRows())).toBe(attempts(before) + 2), { timeout: 10_000 });
}

/** What recording a check takes, in milliseconds: the median of some. */
async function recordingTime(): Promise<number> {
  const taken: number[] = [];
  for (let times = 0; times < 9; times++) {
    const started = performance.now();
    await lab.comeUp(healthy);
    taken.push(performance.now() - started);
  }
  return taken.sort((a, b) => a - b)[4] ?? 0;
}

describe('a mail server that hangs', () => {
  it('delays no check by more than 50 ms and Slack by no more than 1 s', async () => {
    const usual = await recordingTime();
    lab.smtp.behaviour = 'hang';
    const dispatcher = await lab.startDispatcher();
    await lab.goDown(monitor);
    lab.advance(10 * second);
    dispatcher.poke();
    await vi.waitFor(() => expect(lab.smtp.connections).toBe(1), patience);
    await vi.waitFor(() => expect(lab.slack.messages).toHaveLength(1));
    expect(await recordingTime()).toBeLessThan(usual + 50);
    await lab.comeUp(monitor);
    lab.advance(10 * second);
    dispatcher.poke();
    await vi.waitFor(() => expect(lab.slack.messages).toHaveLength(2), { timeout: 1_000 });
    expect(lab.smtp.messages).toHaveLength(0);
  });

  it('gets its mails when it comes back after 10 minutes', async () => {
    lab.smtp.behaviour = 'hang';
    const hanging = await lab.startDispatcher({ sendDeadlineMilliseconds: 300 });
    await lab.goDown(monitor);
    lab.advance(10 * second);
    hanging.poke();
    await vi.waitFor(async () => expect((await emailRows())[0]?.attempts).toBe(1), patience);
    await lab.comeUp(monitor);
    lab.advance(10 * second);
    hanging.poke();
    while (lab.clock.now() < testNow + 10 * minute) await nextAttempt(hanging);
    expect((await emailRows()).map(({ reason }) => reason)).toEqual(Array(2).fill('no answer within 0.3 s'));
    await hanging.stop();

    lab.smtp.behaviour = 'accept';
    await nextAttempt(await lab.startDispatcher());
    expect(lab.smtp.messages.map(({ subject }) => subject)).toEqual(['2 alerts: 1 DOWN, 1 RECOVERED (Shop)']);
    expect((await emailRows()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});
