import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { saveNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { saveSlackSettings } from '../../storage/settings/slack-settings-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createRaiseAlerts } from './raise-alerts.ts';

const minute = 60_000;
const everythingSet: NotificationSettings = {
  ...defaultNotificationSettings,
  email_enabled: true,
  email_list: 'a@example.com,b@example.com',
  smtp_host: 'mail.example.com',
  smtp_from_email: 'upvigil@example.com',
  sms_enabled: true,
  phone_list: '+40712345678',
  sendsms_username: 'shop',
  sendsms_password: 'secret',
};

let test: TestStorage;
let now: number;
let recording: TestRecording;
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  recording = startTestRecording();
});
afterEach(() => test.close());

const clock = { ...systemClock, now: () => now };

const startTestRecording = (): TestRecording =>
  startRecording({ db: test.db, clock, raiseAlerts: createRaiseAlerts({ clock, channels: channelRules }) });
const record: TestRecording['record'] = (...checks) => recording.record(...checks);

const failing = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}): FinishedCheck =>
  finishedCheck(monitor, {
    checked_at: now,
    is_up: false,
    status_code: 503,
    error_message: 'HTTP 503',
    response_time_us: null,
    ...given,
  });
const working = (monitor: MonitorRow): FinishedCheck => finishedCheck(monitor, { checked_at: now });

const alerts = () => test.db.selectFrom('alerts').selectAll().orderBy('id').execute();
const deliveriesOf = (alertId: number | undefined) =>
  test.db
    .selectFrom('deliveries')
    .select(['channel', 'recipient', 'status', 'reason', 'next_attempt_at'])
    .where('alert_id', '=', alertId ?? 0)
    .orderBy('id')
    .execute();

async function setEverything(monitor: MonitorRow, given: Partial<NotificationSettings> = {}): Promise<void> {
  await saveNotificationSettings(test.db, { ...everythingSet, ...given });
  await saveSlackSettings(
    test.db,
    monitor.website_id,
    slackSettingsSchema.parse({ enabled: true, webhook_url: 'https://hooks.example.com/x', channel_name: '#ops' }),
  );
}

async function goDown(monitor: MonitorRow): Promise<void> {
  await record(failing(monitor));
  await record(failing(monitor));
}

describe('an outage', () => {
  it('creates one alert when it is confirmed, with a delivery for each channel', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor);
    expect(await record(failing(monitor))).toBe(false);
    expect(await record(failing(monitor))).toBe(true);
    await record(failing(monitor));
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      alert_type: 'DOWN',
      message: 'Shop: https://shop.example.com/ is down: HTTP 503',
      website_id: monitor.website_id,
      ended_at: null,
    });
    const due = { status: 'pending', reason: null, next_attempt_at: testNow + 3_000 };
    expect(await deliveriesOf(alert?.id)).toEqual([
      { channel: 'email', recipient: 'a@example.com, b@example.com', ...due },
      { channel: 'sms', recipient: '+40712345678', ...due },
      { channel: 'slack', recipient: '#ops', ...due },
    ]);
  });

  it('ends with one RECOVERED that states its duration', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor);
    await goDown(monitor);
    now += 125 * minute;
    await record(working(monitor));
    await record(working(monitor));
    const [down, recovered, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(down?.ended_at).toBe(now);
    expect(recovered).toMatchObject({
      alert_type: 'RECOVERED',
      ends_alert_id: down?.id,
      message: 'Shop: https://shop.example.com/ is up again after 2 hours 5 minutes',
    });
    expect((await deliveriesOf(recovered?.id)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('ends with the first of the good checks that its recovery needs, over restarts and within one batch', async () => {
    const monitor = await makeMonitor(test.db, { recovery_threshold: 3 });
    await goDown(monitor);
    const ends: number[] = [];
    for (const isGood of [true, true, false, true, true, true]) {
      now += minute;
      if (isGood) ends.push(now);
      // Another process knows only what is stored.
      recording = startTestRecording();
      await record(isGood ? working(monitor) : failing(monitor));
    }
    const [opened, recovered, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(opened).toMatchObject({ alert_type: 'DOWN', ended_at: ends[2] });
    expect(recovered).toMatchObject({ alert_type: 'RECOVERED', created_at: now });
    expect(recovered?.message).toMatch(/is up again after 4 minutes$/);

    const at = [now + minute, now + 2 * minute, now + 3 * minute, now + 4 * minute, now + 5 * minute];
    await record(...at.map((checked_at, n) => ({ ...(n < 2 ? failing(monitor) : working(monitor)), checked_at })));
    expect((await alerts())[2]).toMatchObject({ alert_type: 'DOWN', ended_at: at[2] });
  });

  it('is ERROR without a response, and counts as the same outage as DOWN', async () => {
    const monitor = await makeMonitor(test.db);
    await record(failing(monitor, { status_code: null, error_message: 'connection refused' }));
    await record(failing(monitor, { status_code: null, error_message: 'connection refused' }));
    await record(failing(monitor));
    expect((await alerts()).map(({ alert_type }) => alert_type)).toEqual(['ERROR']);
  });

  it('does not send the end of a problem that nobody was notified of', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor, { alert_on_down: false });
    await goDown(monitor);
    await record(working(monitor));
    const [down, recovered] = await alerts();
    const deliveries = await deliveriesOf(recovered?.id);
    const reason = `alert ${down?.id} was not notified here`;
    expect(deliveries).toMatchObject([
      { channel: 'email', status: 'suppressed', reason },
      { channel: 'sms', status: 'suppressed', reason },
      { channel: 'slack', status: 'pending', reason: null },
    ]);
  });

  it('ends with a RECOVERED even if its alert was deleted', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor);
    await goDown(monitor);
    await test.db.deleteFrom('alerts').execute();
    await record(working(monitor));
    const [recovered] = await alerts();
    expect(recovered).toMatchObject({ message: 'Shop: https://shop.example.com/ is up again', ends_alert_id: null });
    expect((await deliveriesOf(recovered?.id)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  });

  it('that begins and ends within one batch creates both alerts', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor);
    const at = (seconds: number) => ({ checked_at: testNow + seconds * 1000 });
    await record(
      failing(monitor, at(0)),
      failing(monitor, at(5)),
      finishedCheck(monitor, at(65)),
      failing(monitor, at(125)),
      failing(monitor, at(130)),
    );
    expect(await alerts()).toMatchObject([
      { alert_type: 'DOWN', ended_at: testNow + 65_000 },
      { alert_type: 'DOWN', ended_at: null },
      { alert_type: 'RECOVERED', message: expect.stringMatching(/is up again after 1 minute$/) },
    ]);
    const row = await test.db.selectFrom('monitors').select('outage_alert_id').executeTakeFirstOrThrow();
    expect(row.outage_alert_id).toBe((await alerts())[1]?.id);
  });
});

describe('why not', () => {
  const reasonsWith = async (given: Partial<NotificationSettings>): Promise<Record<string, string | null>> => {
    const monitor = await makeMonitor(test.db);
    await saveNotificationSettings(test.db, { ...everythingSet, ...given });
    await goDown(monitor);
    const deliveries = await deliveriesOf((await alerts()).at(-1)?.id);
    return Object.fromEntries(deliveries.map(({ channel, reason }) => [channel, reason]));
  };

  it.each([
    [{ email_enabled: false }, 'email', 'email is switched off'],
    [{ smtp_host: '' }, 'email', 'the SMTP server is not set'],
    [{ smtp_from_email: '' }, 'email', 'the From address is not set'],
    [{ email_list: '' }, 'email', 'no recipients'],
    [{ alert_on_down: false }, 'email', 'DOWN alerts are switched off'],
    [{ sms_enabled: false }, 'sms', 'SMS is switched off'],
    [{ sendsms_password: '' }, 'sms', 'the SMS provider is not set'],
    [{ phone_list: '' }, 'sms', 'no recipients'],
    [{}, 'slack', 'Slack is not set for this website'],
  ] as const)('with %o, %s says: %s', async (given, channel, reason) => {
    expect((await reasonsWith(given))[channel]).toBe(reason);
  });

  it('names the type that is switched off', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor, { alert_on_slow: false });
    const slow = finishedCheck(monitor, { is_slow: true, response_time_us: 6_120_000 });
    await record(slow);
    await record(slow);
    const [alert] = await alerts();
    expect(alert?.alert_type).toBe('SLOW');
    expect((await deliveriesOf(alert?.id))[0]?.reason).toBe('SLOW alerts are switched off');
  });

  it('names the end of the cooldown; RECOVERED has none', async () => {
    const monitor = await makeMonitor(test.db);
    await setEverything(monitor);
    await goDown(monitor);
    now += minute;
    await record(working(monitor));
    now += minute;
    await goDown(monitor);
    const [, recovered, second] = await alerts();
    expect((await deliveriesOf(recovered?.id))[0]?.status).toBe('pending');
    expect((await deliveriesOf(second?.id))[0]).toEqual({
      channel: 'email',
      recipient: 'a@example.com, b@example.com',
      status: 'suppressed',
      reason: 'cooldown until 12:15',
      next_attempt_at: testNow + 15 * minute,
    });
    now += minute;
    await record(working(monitor));
    const reasons = (await deliveriesOf((await alerts())[3]?.id)).map(({ reason }) => reason);
    expect(reasons).toEqual(Array(3).fill(`alert ${second?.id} was not notified here`));
  });

  it('notifies at most 4 times in an hour of flapping every minute, and stores the reason for the others', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
    await setEverything(monitor);
    for (let at = 0; at < 60; at++) {
      now = testNow + at * minute;
      await record(failing(monitor));
      now += minute / 2;
      await record(working(monitor));
    }
    const downs = (await alerts()).filter(({ alert_type }) => alert_type === 'DOWN');
    expect(downs).toHaveLength(60);
    for (const channel of ['email', 'sms', 'slack'] as const) {
      const rows = await test.db
        .selectFrom('deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .select(['d.status', 'd.reason'])
        .where('a.alert_type', '=', 'DOWN')
        .where('d.channel', '=', channel)
        .execute();
      expect(rows).toHaveLength(60);
      expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(4);
      const others = rows.filter(({ status }) => status !== 'pending');
      expect(others.every(({ reason }) => /^cooldown until 1\d:\d\d$/.test(reason ?? ''))).toBe(true);
    }
  });
});
