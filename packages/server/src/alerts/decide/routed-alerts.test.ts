import { defaultRouting } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { ChannelRules } from '../../base/domain/channel-rules.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { failedCheck } from '../../testing/sinks/notification-lab.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { acknowledgeAlerts } from './alert-list-store.ts';
import { createRaiseAlerts } from './raise-alerts.ts';
import { explain } from './routing/explain.ts';

const minute = 60_000;
let test: TestStorage;
let now: number;
let recording: TestRecording;
const clock = { ...systemClock, now: () => now };

const ownRules = (name: ChannelRules['name'], recipients: string[]): ChannelRules => ({
  name,
  offReason: () => null,
  unwantedReason: () => null,
  recipients: () => recipients,
});

beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  const channels = [...channelRules, ownRules('webhook', ['hook']), ownRules('twilio', ['+1', '+2'])];
  recording = startRecording({ db: test.db, clock, raiseAlerts: createRaiseAlerts({ clock, channels }) });
});
afterEach(() => test.close());

const alerts = () => test.db.selectFrom('alerts').selectAll().orderBy('id').execute();
const deliveries = () => test.db.selectFrom('deliveries').selectAll().orderBy('id').execute();
const fail = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}) =>
  recording.record({ ...failedCheck(monitor, now), ...given });
const addChannel = (kind: 'webhook' | 'twilio', name: string) =>
  test.db
    .insertInto('channels')
    .values({ kind, name, enabled: 1, config: '{}', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();

const routeTo = (...channels: number[]) => routeTagged([], channels);

const routeTagged = (tags: string[], channels: number[]) =>
  routingSettings.save(test.db, {
    ...defaultRouting,
    policies: [
      ...defaultRouting.policies,
      { id: 2, name: 'Pagers', steps: [{ after_minutes: 0, channels }], remind_minutes: null },
    ],
    routes: [
      {
        name: 'Night',
        website_ids: [],
        monitor_ids: [],
        tags,
        alert_types: [],
        severities: [],
        when: [],
        policy_id: 2,
      },
    ],
  });

describe('an alert', () => {
  it('has the time of its first failed check', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 3 });
    for (const seconds of [0, 5, 10]) {
      now = testNow + seconds * 1000;
      await fail(monitor);
    }
    expect(await alerts()).toMatchObject([{ created_at: testNow + 10_000, began_at: testNow }]);
  });

  it('has it also when all its checks are in one batch, or all but the last were before it', async () => {
    const [one, other] = [await makeMonitor(test.db), await makeMonitor(test.db)];
    await recording.record(failedCheck(other, testNow));
    now += 5_000;
    await recording.record(failedCheck(one, testNow + 1_000), failedCheck(one, now), failedCheck(other, now));
    expect((await alerts()).map(({ began_at }) => began_at)).toEqual([testNow + 1_000, testNow]);
  });

  it('starts again after a successful check', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 3 });
    const states = [false, false, true, false, false, false];
    for (const [at, is_up] of states.entries()) {
      now = testNow + at * minute;
      await recording.record(is_up ? finishedCheck(monitor, { checked_at: now }) : failedCheck(monitor, now));
    }
    expect(await alerts()).toMatchObject([{ began_at: testNow + 3 * minute }]);
  });

  it('and its end have severity, route and policy; the monitor may set the severity', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 1, severity: 'warning' });
    await routeTo((await addChannel('webhook', 'Hook')).id);
    await fail(monitor);
    await recording.record(finishedCheck(monitor, { checked_at: now }));
    const decided = { severity: 'warning', route: 'Night', policy: 'Pagers' };
    expect(await alerts()).toMatchObject([
      { alert_type: 'DOWN', ...decided },
      { alert_type: 'RECOVERED', began_at: null, ...decided },
    ]);
  });
});

describe('a route', () => {
  it('to another policy is the reason in the ledger of the channels that it leaves out', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
    const { id } = await addChannel('webhook', 'Hook');
    await routeTo(id);
    await fail(monitor);
    const elsewhere = { status: 'suppressed', reason: 'route "Night" sends it elsewhere', next_attempt_at: null };
    expect(await deliveries()).toMatchObject([
      { channel: 'webhook', channel_id: id, channel_name: 'Hook', recipient: 'hook', status: 'pending', step: 0 },
      { channel: 'email', channel_id: null, ...elsewhere },
      { channel: 'sms', ...elsewhere },
      { channel: 'slack', ...elsewhere },
    ]);
  });
});

it('a route with tags takes the alerts and their ends of monitors with any of them, and explains them so', async () => {
  const { id } = await addChannel('webhook', 'Hook');
  await routeTagged(['env:', 'db'], [id]);
  const once = { failure_threshold: 1 };
  const tagged = [' env:prod ', ' shop db ', ' environment ', ''];
  const monitors = await Promise.all(tagged.map((tags) => makeMonitor(test.db, { ...once, tags })));
  for (const monitor of monitors) await fail(monitor);
  await recording.record(...monitors.map((monitor) => finishedCheck(monitor, { checked_at: now })));
  const routes = ['Night', 'Night', null, null];
  expect((await alerts()).map(({ route }) => route)).toEqual([...routes, ...routes]);
  const explained = await Promise.all(
    monitors.map((monitor) => explain(test.db, channelRules, { monitor, alert_type: 'DOWN', at: now, now })),
  );
  expect(explained.map(({ route }) => route)).toEqual(routes);
});

it('the cooldown applies to each channel separately, also to two of one kind', async () => {
  const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
  const [one, other] = [await addChannel('webhook', 'One'), await addChannel('webhook', 'Other')];
  await routeTo(one.id);
  await fail(monitor);
  await recording.record(finishedCheck(monitor, { checked_at: now }));
  await routeTo(one.id, other.id);
  now += minute;
  await fail(monitor);
  const newest = (await alerts()).at(-1)?.id;
  const ofHooks = (await deliveries()).filter((row) => row.alert_id === newest && row.channel === 'webhook');
  expect(ofHooks).toMatchObject([
    { channel_id: one.id, status: 'suppressed', reason: 'cooldown until 12:15' },
    { channel_id: other.id, status: 'pending' },
  ]);
});

it('the end of a problem is sent to the recipients of its beginning only', async () => {
  const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
  await routeTo((await addChannel('twilio', 'Phones')).id);
  await fail(monitor);
  const ofPhones = () => test.db.updateTable('deliveries').where('channel', '=', 'twilio');
  await ofPhones().set({ status: 'sent', next_attempt_at: null }).where('recipient', '=', '+1').execute();
  await ofPhones().set({ status: 'failed', next_attempt_at: null }).where('recipient', '=', '+2').execute();
  await recording.record(finishedCheck(monitor, { checked_at: now }));
  const [down, recovered] = await alerts();
  const rows = (await deliveries()).filter((row) => row.alert_id === recovered?.id && row.channel === 'twilio');
  expect(rows).toMatchObject([
    { recipient: '+1', status: 'pending' },
    { recipient: '+2', status: 'suppressed', reason: `alert ${down?.id} was not notified here` },
  ]);
});

it('an acknowledgement is forwarded to a notified webhook, and to no other kind', async () => {
  const monitor = await makeMonitor(test.db, { failure_threshold: 1 });
  await routeTo((await addChannel('webhook', 'Hook')).id, (await addChannel('twilio', 'Phones')).id);
  await fail(monitor);
  const [alert] = await alerts();
  const ids = [alert?.id ?? 0, 4711];
  const by = { at: now, by: 'admin', note: null };
  expect(await test.db.transaction().execute((trx) => acknowledgeAlerts(trx, ids, by))).toEqual([alert?.id]);
  expect(await test.db.transaction().execute((trx) => acknowledgeAlerts(trx, ids, by))).toEqual([]);
  const rows = (await deliveries()).filter(({ purpose }) => purpose === 'acknowledgement');
  expect(rows).toMatchObject([{ channel: 'webhook', recipient: 'hook', status: 'pending', next_attempt_at: now }]);
});
