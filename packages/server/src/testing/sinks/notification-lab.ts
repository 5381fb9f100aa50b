import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { type SlackSettings, slackSettingsSchema } from '@upvigil/core/contract/slack';
import { createRaiseAlerts } from '../../alerts/decide/raise-alerts.ts';
import { createParentWatch, type ParentWatch } from '../../alerts/decide/routing/parent-watch.ts';
import { createCurrentRuns } from '../../alerts/maintenance/current-runs.ts';
import { createChannels, rulesOf } from '../../alerts/notify/channels/registry.ts';
import { createLinkMaker } from '../../alerts/notify/link-tokens.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../alerts/notify/outbox/outbox.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { saveNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import { saveSlackSettings } from '../../storage/settings/slack-settings-store.ts';
import { readWebPushKeys } from '../../storage/settings/web-push-keys.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { startRecording } from '../recording.ts';
import { finishedCheck, testNow } from '../rows.ts';
import { makeCertificate } from '../targets/certificates.ts';
import { createTestClock } from '../test-clock.ts';
import { openTestStorage } from '../test-storage.ts';
import { startSlackSink } from './slack-sink.ts';
import { startSmsSink } from './sms-sink.ts';
import { startSmtpSink } from './smtp-sink.ts';

/** Planted in their proper places; none may appear elsewhere. */
export const plantedSecrets = {
  smtp: 'planted-smtp-"secret+1',
  sms: 'planted sms&secret/2',
  webhook: 'plantedWebhookSecret3',
  clientSecret: 'planted-client-secret-4',
  botToken: 'planted-bot-token-5',
} as const;

/** How long tests wait for a message. Long because the machine may be busy; it is not a promise of the product. */
export const patience = { timeout: 15_000 };

/** The database, recorder, alerts, outbox and three providers on loopback, with a test clock. */
export type NotificationLab = Awaited<ReturnType<typeof openNotificationLab>>;

/** Created once in a process. */
let certificateOfSinks: ReturnType<typeof makeCertificate> | undefined;

/** Opens everything but the outbox. Call `close` when done. */
export async function openNotificationLab() {
  // The first email would wait for this import, which on a busy machine takes longer than everything else.
  await import('nodemailer');
  certificateOfSinks ??= makeCertificate();
  const certificate = await certificateOfSinks;
  const test = await openTestStorage();
  const smtp = await startSmtpSink({
    account: { user: 'ops@example.com', password: plantedSecrets.smtp },
    tls: { certificate },
  });
  const sms = await startSmsSink({ username: 'shop', password: plantedSecrets.sms });
  const slack = await startSlackSink();
  const outboxes: Outbox[] = [];
  const parentWatches: ParentWatch[] = [];
  /** The process that records the checks; null for one that is killed after the commit. */
  let recordedBy: ParentWatch | null = null;
  const settled = async (): Promise<void> => {
    await Promise.all(parentWatches.map((watch) => watch.settled()));
    await Promise.all(outboxes.map((outbox) => outbox.settled()));
  };
  const clock = createTestClock(testNow, settled);
  const secrets = createSecrets(() => test.db, null);
  const channelsCapped = (smsHourlyLimit: number) =>
    createChannels({
      dialer: createDialer({ trustedCertificates: [certificate.cert] }),
      secrets,
      publicUrl: () => 'https://status.example.org',
      trustedCertificates: [certificate.cert],
      sendSmsApiUrl: sms.apiUrl,
      smsHourlyLimit,
      webPushKeys: () => readWebPushKeys(test.db, secrets),
    });
  const channels = channelsCapped(30);
  const maintenance = createCurrentRuns({ db: test.db, clock });
  const { runsAt } = maintenance;
  const raiseAlerts = createRaiseAlerts({ clock, channels: rulesOf(channels), runsAt });
  const recording = startRecording({
    db: test.db,
    clock,
    raiseAlerts,
    runsAt,
    afterRecorded: (recorded) => recordedBy?.afterRecorded(recorded),
  });
  const logged: string[] = [];
  const log = (fields: object, message: string): void => {
    const text = JSON.stringify(fields, (_, value) => (value instanceof Error ? value.stack : value));
    logged.push(`${message} ${text}`);
  };
  const settings: NotificationSettings = {
    ...defaultNotificationSettings,
    email_enabled: true,
    email_list: 'a@example.com, b@example.com',
    smtp_host: 'localhost',
    smtp_port: smtp.port,
    smtp_username: 'ops@example.com',
    smtp_password: plantedSecrets.smtp,
    sms_enabled: true,
    phone_list: '+40712345678',
    sendsms_username: 'shop',
    sendsms_password: plantedSecrets.sms,
  };
  await saveNotificationSettings(test.db, settings);

  return {
    ...test,
    smtp,
    sms,
    slack,
    clock,
    logged,
    settings,
    changes: recording.changes,
    secrets,
    channels,
    maintenance,
    channelsCapped,
    /** Resolves when all due messages were sent. Does not resolve while a provider hangs. */
    settled,
    /** Advances the time and sends what becomes due. Does not resolve while a provider hangs. */
    advance: (milliseconds: number) => clock.advance(milliseconds),
    /** Jumps ahead by hours without the polls in between; what became due is sent at the end. */
    async leap(milliseconds: number): Promise<void> {
      await settled();
      clock.leap(milliseconds);
      await settled();
    },
    changeSettings: (change: Partial<NotificationSettings>) =>
      saveNotificationSettings(test.db, { ...settings, ...change }),
    connectSlack: (websiteId: number, given: Partial<SlackSettings> = {}) =>
      saveSlackSettings(
        test.db,
        websiteId,
        slackSettingsSchema.parse({
          enabled: true,
          webhook_url: slack.webhookUrl(plantedSecrets.webhook),
          channel_name: '#ops',
          client_secret: plantedSecrets.clientSecret,
          bot_token: plantedSecrets.botToken,
          ...given,
        }),
      ),
    /** Records failing checks of each, enough to confirm the outage. */
    async goDown(...monitors: MonitorRow[]): Promise<void> {
      for (let times = 0; times < 2; times++) {
        await recording.record(...monitors.map((monitor) => failedCheck(monitor, clock.now())));
      }
    },
    /** Records a failing check that confirms nothing yet. */
    async failOnce(monitor: MonitorRow): Promise<void> {
      await recording.record(failedCheck(monitor, clock.now()));
    },
    /** Records slow checks of each, enough to confirm it. */
    async goSlow(...monitors: MonitorRow[]): Promise<void> {
      const slow = { is_slow: true, response_time_us: 6_120_000 };
      for (let times = 0; times < 2; times++) {
        const checked = { ...slow, checked_at: clock.now() };
        await recording.record(...monitors.map((monitor) => finishedCheck(monitor, checked)));
      }
    },
    async comeUp(...monitors: MonitorRow[]): Promise<void> {
      await recording.record(...monitors.map((monitor) => finishedCheck(monitor, { checked_at: clock.now() })));
    },
    async startOutbox(given: Partial<OutboxOptions> = {}) {
      const outbox = createOutbox({
        db: test.db,
        clock,
        log: { info: log, warn: log, error: log },
        changes: recording.changes,
        channels: this.channels,
        links: createLinkMaker(null),
        publicUrl: () => 'https://status.example.org',
        ...given,
      });
      await outbox.start();
      outboxes.push(outbox);
      return outbox;
    },
    /** Starts the part of a process that checks parents and children. It receives all checks until another one starts. */
    async startParentWatch(given: Partial<Parameters<typeof createParentWatch>[0]> = {}) {
      const watch = createParentWatch({
        db: test.db,
        clock,
        changes: recording.changes,
        checkNow: async () => undefined,
        isMine: () => true,
        onError: (error) => log({ err: error }, 'parents and children could not be checked'),
        ...given,
      });
      await watch.start();
      parentWatches.push(watch);
      recordedBy = watch;
      return watch;
    },
    /** From now on, checks are recorded by a process that is killed after the commit. */
    killRecorder(): void {
      recordedBy = null;
    },
    /** The columns of deliveries that tests compare. */
    ledger: (alertType?: string) =>
      test.db
        .selectFrom('deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .select([
          'd.channel',
          'd.status',
          'd.reason',
          'd.attempts',
          'd.next_attempt_at',
          'd.sent_at',
          'a.id as alert_id',
        ])
        .select(['a.alert_type', 'd.recipient', 'd.created_at'])
        .$if(alertType !== undefined, (query) => query.where('a.alert_type', '=', alertType as 'DOWN'))
        .orderBy('d.id')
        .execute(),
    async close(): Promise<void> {
      const stopped = Promise.all([...outboxes, ...parentWatches].map((part) => part.stop()));
      // Ends hanging requests at once.
      clock.leap(60_000);
      await stopped;
      await Promise.all([smtp.close(), sms.close(), slack.close()]);
      await test.close();
    },
  };
}

export const failedCheck = (monitor: MonitorRow, checkedAt: number): FinishedCheck =>
  finishedCheck(monitor, {
    checked_at: checkedAt,
    is_up: false,
    status_code: 503,
    error_message: 'HTTP 503',
    response_time_us: null,
  });
