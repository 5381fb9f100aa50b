import { setTimeout as pause } from 'node:timers/promises';
import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import type { Channel } from '../../alerts/notify/channel.ts';
import { createChannels, rulesOf } from '../../alerts/notify/channels/registry.ts';
import { createLinkMaker } from '../../alerts/notify/link-tokens.ts';
import { createOutbox } from '../../alerts/notify/outbox/outbox.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { type Database, openSqliteStorage } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { insertChannel } from '../../storage/settings/channel-store.ts';
import { saveNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import { saveSlackSettings } from '../../storage/settings/slack-settings-store.ts';
import { startRecording } from '../recording.ts';
import { finishedCheck, makeMonitor, makeWebsite } from '../rows.ts';

/** The first message to the process. */
export interface OutboxProcessSettings {
  dataDir: string;
  /** Where the built-in channels send; absent when only `own` is notified. */
  builtIn?: { smtpPort: number; smsApiUrl: string; webhookUrl: string };
  /** An added channel, the only one to be notified. */
  own?: { kind: DeliveryChannel; config: AnyConfig };
  /** Ends the process like `kill -9` as soon as the provider of `own` has accepted a message. */
  isKilledByAnswer?: boolean;
  /** Minutes until an outage goes to Slack as a second step, instead of at once; absent for none. */
  escalateAfterMinutes?: number;
  /**
   * Added to the wall clock, so that rounds are far apart. Targets go down three minutes later, beyond the memory of
   * the pace limits.
   */
  clockOffset: number;
}

/**
 * `open`: opens the outbox, sends what is in it, and reports 'ready'. `goDown`: takes a target down and reports
 * 'done'.
 */
export type OutboxOrder = { open: OutboxProcessSettings } | { goDown: string };

/**
 * A process that tests can kill: it sends what is in the outbox, takes a target down on request, and sends that.
 * Returns a function that takes a target down.
 */
async function open(settings: OutboxProcessSettings): Promise<(target: string) => Promise<void>> {
  const storage = openSqliteStorage(settings.dataDir);
  await migrate(storage);
  const { db } = storage;
  // Before the outbox reads which kinds of channels exist.
  const website_id = await websiteId(db, settings);
  let offset = settings.clockOffset;
  const clock = { ...systemClock, now: () => Date.now() + offset };
  const channels: Partial<Record<DeliveryChannel, Channel>> = createChannels({
    dialer: createDialer(),
    publicUrl: () => 'https://status.example.org',
    secrets: createSecrets(() => db, null),
    sendSmsApiUrl: settings.builtIn?.smsApiUrl ?? 'http://127.0.0.1:9',
    smsHourlyLimit: 10_000,
    webPushKeys: () => Promise.reject(new Error('no keys')),
  });
  const { own, isKilledByAnswer } = settings;
  const channel = own && channels[own.kind];
  if (own && channel && isKilledByAnswer) channels[own.kind] = killedByAnswer(channel);
  const raiseAlerts = createRaiseAlerts({ clock, channels: rulesOf(channels), gather: { outage: 0, other: 0 } });
  const recording = startRecording({ db, clock, raiseAlerts });
  const silent = () => undefined;
  await createOutbox({
    db,
    clock,
    log: { info: silent, warn: silent, error: silent },
    changes: recording.changes,
    channels,
    links: createLinkMaker(null),
    publicUrl: () => 'https://status.example.org',
    isOnlyProcess: true,
  }).start();
  await drained(db, clock);
  return async (target) => {
    offset = settings.clockOffset + 3 * 60_000;
    const monitor = await makeMonitor(db, { target, website_id, failure_threshold: 1 });
    const failed = { is_up: false, status_code: 503, error_message: 'HTTP 503', response_time_us: null };
    await recording.record(finishedCheck(monitor, { ...failed, checked_at: clock.now() }));
    await drained(db, clock);
  };
}

async function websiteId(db: Database, settings: OutboxProcessSettings): Promise<number> {
  const { builtIn, own, escalateAfterMinutes } = settings;
  const known = await db.selectFrom('websites').select('id').executeTakeFirst();
  if (known) return known.id;
  if (own) await notifyOnly(db, own);
  if (escalateAfterMinutes !== undefined) await routingSettings.save(db, escalating(escalateAfterMinutes));
  const { id } = await makeWebsite(db);
  if (builtIn) await notifyBuiltIn(db, id, builtIn);
  return id;
}

async function notifyBuiltIn(
  db: Database,
  websiteId: number,
  { smtpPort, webhookUrl }: NonNullable<OutboxProcessSettings['builtIn']>,
): Promise<void> {
  await saveNotificationSettings(db, {
    ...defaultNotificationSettings,
    email_enabled: true,
    email_list: 'a@example.com',
    smtp_host: '127.0.0.1',
    smtp_port: smtpPort,
    smtp_use_tls: false,
    smtp_from_email: 'upvigil@example.com',
    sms_enabled: true,
    phone_list: '+40712345678',
    sendsms_username: 'shop',
    sendsms_password: 'secret',
  });
  await saveSlackSettings(db, websiteId, slackSettingsSchema.parse({ enabled: true, webhook_url: webhookUrl }));
}

async function notifyOnly(db: Database, { kind, config }: NonNullable<OutboxProcessSettings['own']>): Promise<void> {
  const row = { kind, name: 'Ops', config: JSON.stringify(config), secrets: null, created_at: Date.now() };
  const { id } = await insertChannel(db, { ...row, enabled: 1 });
  await routingSettings.save(db, routedBy([{ after_minutes: 0, channels: [id] }]));
}

const routedBy = (steps: RoutingDocument['policies'][number]['steps']): RoutingDocument => ({
  ...defaultRouting,
  policies: [{ id: 1, name: 'Default', remind_minutes: null, steps }],
});

const escalating = (after_minutes: number): RoutingDocument =>
  routedBy([
    { after_minutes: 0, channels: ['email'] },
    { after_minutes, channels: ['slack'] },
  ]);

/** The provider has answered, and nothing is stored yet. */
const killedByAnswer = (channel: Channel): Channel => ({
  ...channel,
  destination(recipient, settings) {
    const destination = channel.destination(recipient, settings);
    return {
      ...destination,
      async send(contents, extras, signal) {
        const result = await destination.send(contents, extras, signal);
        if (result.outcome === 'sent') process.kill(process.pid, 'SIGKILL');
        return result;
      },
    };
  },
});

/** Waits until no delivery is due; a later step may wait. */
async function drained(db: Database, clock: Pick<Clock, 'now'>): Promise<void> {
  for (;;) {
    const soon = clock.now() + 20_000;
    const pending = db.selectFrom('deliveries').select('id').where('status', '=', 'pending');
    const left = await pending.where('next_attempt_at', '<', soon).executeTakeFirst();
    if (!left) return;
    await pause(2);
  }
}

// Loaded before the order arrives, so that the process is killed while it works and not while it loads.
await import('nodemailer');
let goDown: ((target: string) => Promise<void>) | undefined;
process.on('message', async (order: OutboxOrder) => {
  if ('open' in order) goDown = await open(order.open);
  else await goDown?.(order.goDown);
  process.send?.('open' in order ? 'ready' : 'done');
});
process.send?.('loaded');
