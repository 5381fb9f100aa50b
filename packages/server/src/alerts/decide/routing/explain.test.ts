import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { alertTypes, severities } from '@upvigil/core/contract/names/alerts';
import { type ChannelRef, type DeliveryChannel, keyOfDelivery, refKey } from '@upvigil/core/contract/names/channels';
import { defaultRouting, type ExplainedChannel, type RoutingDocument, weekdays } from '@upvigil/core/contract/routing';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ChannelRules } from '../../../base/domain/channel-rules.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { startRecording } from '../../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import type { Channel } from '../../notify/channel.ts';
import { createLinkMaker } from '../../notify/link-tokens.ts';
import { alreadyNotified } from '../../notify/outbox/due-deliveries.ts';
import { createOutbox } from '../../notify/outbox/outbox.ts';
import { createRaiseAlerts } from '../raise-alerts.ts';
import { explain } from './explain.ts';

const minute = 60_000;
let test: TestStorage;
beforeAll(async () => {
  test = await openTestStorage();
});
afterAll(() => test.close());

/** Minimal rules of kinds with added channels. */
const ownRules = (name: DeliveryChannel): ChannelRules => ({
  name,
  offReason: ({ own }) => (typeof own === 'object' && own?.enabled ? null : 'the channel is switched off'),
  unwantedReason: () => null,
  recipients: () => ['one', 'two'],
});
const rules = [...channelRules, ownRules('webhook'), ownRules('ntfy')];

/** Accepts every message. */
const channelOf = (of: ChannelRules): Channel => ({
  rules: of,
  concurrency: 4,
  hourlyLimit: null,
  destination: (recipient, { own }) => ({
    key: `${typeof own === 'object' ? own?.id : ''} ${recipient}`,
    capacity: (contents) => contents.length,
    send: async () => ({ outcome: 'sent', reason: null }),
    sendNote: async () => ({ outcome: 'sent', reason: null }),
  }),
});

const refs: ChannelRef[] = ['email', 'sms', 'slack', 1, 2];
const times = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => new Date(quarter * 15 * minute).toISOString().slice(11, 16));
const spans = fc.array(fc.record({ days: fc.subarray([...weekdays], { minLength: 1 }), from: times, to: times }), {
  maxLength: 2,
});
const types = fc.oneof(fc.constant<AlertType[]>([]), fc.subarray<AlertType>([...alertTypes]));
const switches = fc.record({ alert_types: types, min_severity: fc.constantFrom(...severities), quiet: spans });
const steps = fc
  .array(fc.subarray(refs, { minLength: 1 }), { maxLength: 3 })
  .map((lists) => lists.map((channels, at) => ({ after_minutes: at * 20, channels })));
const policies = fc.tuple(steps, steps).map(([one, other]) => [
  { id: 1, name: 'Default', steps: one, remind_minutes: null },
  { id: 2, name: 'Pagers', steps: other, remind_minutes: null },
]);
const route = fc.record({
  name: fc.constantFrom('Night', 'Staging'),
  website_ids: fc.constantFrom<number[]>([], [1], [7]),
  monitor_ids: fc.constantFrom<number[]>([], [], [1], [9]),
  tags: fc.constantFrom<string[]>([], [], ['env:'], ['db']),
  alert_types: types,
  severities: fc.subarray([...severities]),
  when: spans,
  policy_id: fc.constantFrom(1, 2, null),
});
const documents: fc.Arbitrary<RoutingDocument> = fc.record({
  revision: fc.constant(0),
  time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  channels: fc
    .tuple(...refs.map((ref) => fc.option(switches).map((given) => [refKey(ref), given] as const)))
    .map((all) => Object.fromEntries(all.flatMap(([key, given]) => (given ? [[key, given]] : [])))),
  policies: fc.oneof(policies, fc.constant(defaultRouting.policies)),
  routes: fc.array(route, { maxLength: 3 }),
});

interface Scene {
  document: RoutingDocument;
  severity: MonitorRow['severity'];
  /** Minutes from now; null for no silence. */
  mutedFor: number | null;
  /** Minutes ago; null for no earlier message. */
  sentBefore: number | null;
  isOn: boolean;
  problem: 'DOWN' | 'SLOW';
  /** Minutes after noon. */
  at: number;
}
const scenes: fc.Arbitrary<Scene> = fc.record({
  document: documents.map((document) =>
    // The schema refuses a route to a missing policy.
    ({
      ...document,
      routes: document.routes.filter(({ policy_id }) => policy_id !== 2 || document.policies.length > 1),
    }),
  ),
  severity: fc.constantFrom(null, ...severities),
  mutedFor: fc.option(fc.integer({ min: 1, max: 2000 }), { freq: 2 }),
  sentBefore: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 }),
  isOn: fc.boolean(),
  problem: fc.constantFrom('DOWN', 'SLOW'),
  at: fc.integer({ min: 0, max: 7 * 1440 }),
});

const failing = { is_up: false, status_code: 503, error_message: 'HTTP 503', response_time_us: null };
const slow = { is_slow: true, response_time_us: 6_120_000 };

/** Empties the database and stores the scene. */
async function setScene({ document, severity, mutedFor, sentBefore, isOn, problem }: Scene, now: number) {
  const { db } = test;
  for (const table of ['deliveries', 'alerts', 'silences', 'channels', 'settings'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('stored_monitors').execute();
  await db.deleteFrom('stored_websites').execute();
  await db.insertInto('stored_websites').values({ id: 1, name: 'Shop', description: null, created_at: now }).execute();
  const monitor = await makeMonitor(db, { id: 1, website_id: 1, failure_threshold: 1, severity, tags: ' env:prod ' });
  const common = { config: '{}', secrets: null, created_at: now };
  await db
    .insertInto('channels')
    .values([
      { id: 1, kind: 'webhook', name: 'Hook', enabled: 1, ...common },
      { id: 2, kind: 'ntfy', name: 'Phone', enabled: isOn ? 1 : 0, ...common },
    ])
    .execute();
  await saveNotificationSettings(db, {
    ...defaultNotificationSettings,
    email_enabled: true,
    email_list: 'a@example.com',
    smtp_host: 'mail',
    smtp_from_email: 'b@example.com',
    sms_enabled: isOn,
    phone_list: '+1,+2',
    sendsms_username: 'shop',
    sendsms_password: 'secret',
  });
  await routingSettings.save(db, document);
  if (mutedFor !== null) {
    const until = now + mutedFor * minute;
    await db.insertInto('silences').values({ monitor_id: 1, until, reason: '', created_at: now }).execute();
  }
  if (sentBefore !== null) {
    const at = now - sentBefore * minute;
    const alert = { website_id: 1, monitor_id: 1, alert_type: problem, problem: 'outage' as const, message: 'before' };
    const { id: alert_id } = await db
      .insertInto('alerts')
      .values({ ...alert, created_at: at, ended_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sent = { status: 'sent', created_at: at, sent_at: at } as const;
    await db
      .insertInto('deliveries')
      .values([
        { alert_id, channel: 'email', ...sent },
        { alert_id, channel: 'webhook', channel_id: 1, channel_name: 'Hook', ...sent },
      ])
      .execute();
  }
  return monitor;
}

const ask = (monitor: MonitorRow, alert_type: AlertType, at: number) =>
  explain(test.db, rules, { monitor, alert_type, at, now: at });

/** The ledger of the newest alert, by channel and step. */
async function readLedger() {
  const alert = await test.db.selectFrom('alerts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const rows = await test.db.selectFrom('deliveries').selectAll().where('alert_id', '=', alert.id).execute();
  return { alert, rows: rows.map((row) => ({ ...row, place: `${keyOfDelivery(row)} ${row.step}` })) };
}
type LedgerRow = Awaited<ReturnType<typeof readLedger>>['rows'][number];

/** The outcome of a delivery, in the terms of the explanation. */
function outcomeOf({ status, reason, next_attempt_at }: LedgerRow): string {
  if (status !== 'suppressed' || reason === alreadyNotified.reason) return 'sent';
  return next_attempt_at === null ? `never: ${reason}` : `${new Date(next_attempt_at).toISOString()}: ${reason}`;
}
const said = ({ told: how, at, reason }: ExplainedChannel): string => {
  if (reason === null) return 'sent';
  return how === 'never' ? `never: ${reason}` : `${at}: ${reason}`;
};
const destinationOf = ({ ref, step }: ExplainedChannel): string => `${refKey(ref)} ${step}`;

/** The deep run, which repeats this file on PostgreSQL, tries more. */
const documentCount = inject('postgresPort') === null ? 25 : 200;

it('predicts the actual deliveries, for seeded documents', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const start = testNow + scene.at * minute;
      const monitor = await setScene(scene, start);
      let settled = async (): Promise<void> => undefined;
      const clock = createTestClock(start, () => settled());
      const recording = startRecording({
        db: test.db,
        clock,
        raiseAlerts: createRaiseAlerts({ clock, channels: rules }),
      });
      const silent = () => undefined;
      const outbox = createOutbox({
        db: test.db,
        clock,
        changes: recording.changes,
        publicUrl: () => 'https://status.example.org',
        log: { info: silent, warn: silent, error: silent },
        links: createLinkMaker(null),
        channels: Object.fromEntries(rules.map((one) => [one.name, channelOf(one)])),
      });
      settled = outbox.settled;
      const answer = await ask(monitor, scene.problem, start);
      await recording.record(
        finishedCheck(monitor, { checked_at: start, ...(scene.problem === 'DOWN' ? failing : slow) }),
      );
      const begun = await readLedger();
      expect(begun.alert).toMatchObject({ route: answer.route, policy: answer.policy });
      const places = begun.rows.map(({ place }) => place);
      expect([...new Set(places)].sort()).toEqual([...new Set(answer.channels.map(destinationOf))].sort());
      await outbox.start();
      const check = async (step: number, at: number): Promise<void> => {
        const { rows } = await readLedger();
        for (const channel of answer.channels.filter((one) => one.step === step)) {
          const ofDestination = rows.filter(({ place }) => place === destinationOf(channel));
          expect(
            [...new Set(ofDestination.map(outcomeOf))],
            `${destinationOf(channel)} at ${new Date(at).toISOString()}`,
          ).toEqual([said(channel)]);
          seen.add(channel.reason?.replace(/until .*|"\w+"/, '') ?? channel.told);
        }
      };
      for (const step of [0, 1, 2]) {
        const due = start + step * 20 * minute;
        // Deliveries that wait to be combined are sent by then: no time span begins or ends within a minute.
        clock.leap(due + 15_000 - clock.now());
        await settled();
        await check(step, due);
      }
      const stored = await test.db.selectFrom('monitors').selectAll().executeTakeFirstOrThrow();
      const end = clock.now();
      const ofEnd = await ask(stored, 'RECOVERED', end);
      await recording.record(finishedCheck(monitor, { checked_at: end }));
      const ended = await readLedger();
      for (const channel of ofEnd.channels) {
        const ofDestination = ended.rows.filter(({ place }) => place === destinationOf(channel));
        expect([...new Set(ofDestination.map(outcomeOf))]).toEqual([said(channel)]);
      }
      await outbox.stop();
    }),
    { numRuns: documentCount, seed: 20_260_310 },
  );
  // Every reason occurred.
  if (documentCount === 200)
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        'SMS is switched off',
        'cooldown ',
        'later',
        'muted ',
        'now',
        'quiet hours ',
        'route  sends it elsewhere',
        'route  notifies nobody',
        'the channel is switched off',
        'wants critical only',
      ]),
    );
}, 600_000);
