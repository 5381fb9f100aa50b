import { channelSecrets } from '@upvigil/core/contract/channel-kinds/built-in';
import { RequestError } from '@upvigil/core/contract/errors';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { channelSentences } from '@upvigil/core/texts/channels';
import { settingsMessages } from '@upvigil/core/texts/settings';
import type { FastifyInstance } from 'fastify';
import type { SendResult } from '../../alerts/notify/channel.ts';
import { missingServerReason } from '../../alerts/notify/channels/email.ts';
import type { Channels } from '../../alerts/notify/channels/registry.ts';
import { isSmsProviderSet } from '../../alerts/notify/channels/sms.ts';
import { testTexts } from '../../alerts/notify/message/message.ts';
import { testDeadline } from '../../alerts/notify/test-deadline.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database, InTransaction } from '../../storage/database.ts';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import { keepMaskedSecrets, maskSecrets } from '../../storage/settings/masked-secrets.ts';
import {
  notificationSecrets,
  readNotificationSettings,
  saveNotificationSettings,
} from '../../storage/settings/notification-settings-store.ts';
import { publicPagesSettings } from '../../storage/settings/public-pages-store.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { SettingStore } from '../../storage/settings/setting-store.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { withChange } from './monitor-settings.ts';

interface SettingsRouteDeps {
  db: Database;
  channels: Pick<Channels, 'email' | 'sms'>;
  changes: Pick<ChangeFeed, 'publish'>;
  secrets: Pick<Secrets, 'seal'>;
  /** Time limit of a test message. */
  testDeadlineMilliseconds?: number;
}

/** Notification settings with their test actions, and the settings of the public pages. */
export function settingsRoutes(
  api: FastifyInstance,
  { db, channels, changes, secrets, testDeadlineMilliseconds = 20_000 }: SettingsRouteDeps,
): void {
  async function changeSettings<Settings extends object>(
    store: SettingStore<Settings>,
    given: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
    change: InTransaction,
  ): Promise<Settings> {
    const settings = await change(async (trx) => {
      const changed = withChange(await store.read(trx), given);
      await store.save(trx, changed);
      return changed;
    });
    changes.publish({ is_structural: true });
    return settings;
  }

  /** Entered settings merged over the stored ones. The stored password is used for the stored server only. */
  async function typedSettings(given: Parameters<typeof withChange<NotificationSettings>>[1]) {
    const stored = await readNotificationSettings(db);
    const typed = keepMaskedSecrets(withChange(stored, given), stored, channelSecrets);
    const isStoredPassword = stored.smtp_password !== '' && typed.smtp_password === stored.smtp_password;
    const isOtherServer = typed.smtp_host !== '' && typed.smtp_host !== stored.smtp_host;
    if (isStoredPassword && isOtherServer) {
      throw new RequestError('invalid', channelSentences.enterSecretAgain, {
        errors: [{ field: 'settings.smtp_password', message: channelSentences.enterSecretAgain }],
      });
    }
    return typed;
  }

  serveEndpoints(api, 'settings', {
    async getNotifications() {
      return maskSecrets(await readNotificationSettings(db), channelSecrets);
    },
    async updateNotifications({ body, change }) {
      const settings = await change(async (trx) => {
        const stored = await readNotificationSettings(trx);
        const changed = keepMaskedSecrets(withChange(stored, body), stored, channelSecrets);
        const sealed = await secrets.seal(trx, changed, notificationSecrets);
        await saveNotificationSettings(trx, sealed);
        return sealed;
      });
      changes.publish({ is_structural: true });
      return maskSecrets(settings, channelSecrets);
    },
    getPublicPages: () => publicPagesSettings.read(db),
    updatePublicPages: ({ body, change }) => changeSettings(publicPagesSettings, body, change),
    getGeneral: () => generalSettings.read(db),
    updateGeneral: ({ body, change }) => changeSettings(generalSettings, body, change),
    async test({ body }) {
      const settings = await typedSettings(body.settings);
      const { channel, recipient } = body;
      const missing =
        channel === 'email'
          ? missingServerReason(settings)
          : isSmsProviderSet(settings)
            ? null
            : 'the username and password are not set';
      if (missing !== null) throw new RequestError('conflict', `Nothing can be sent: ${missing}`);
      const signal = testDeadline(testDeadlineMilliseconds);
      const result =
        channel === 'email'
          ? await channels.email.sendTest(settings, recipient, signal)
          : await channels.sms.sendText(settings, recipient, testTexts.body, signal);
      return typedTestAnswer(result, channel);
    },
    async testEmail({ query }) {
      const settings = await readNotificationSettings(db);
      const missing = missingServerReason(settings);
      if (missing !== null) throw new RequestError('conflict', `Email is not configured: ${missing}`);
      const signal = testDeadline(testDeadlineMilliseconds);
      return testAnswer(await channels.email.sendTest(settings, query.email, signal), settingsMessages.testEmailSent);
    },
    async testSms({ query }) {
      const settings = await readNotificationSettings(db);
      if (!isSmsProviderSet(settings)) {
        throw new RequestError('conflict', 'SMS is not configured: the provider username and password are not set');
      }
      const signal = testDeadline(testDeadlineMilliseconds);
      const result = await channels.sms.sendText(settings, query.phone, testTexts.body, signal);
      return testAnswer(result, settingsMessages.testSmsSent);
    },
  });
}

/** The result of a test with entered settings, with the failed step. */
function typedTestAnswer(result: SendResult, channel: 'email' | 'sms') {
  if (result.outcome === 'sent' && !result.retryFor) {
    const message = channel === 'email' ? settingsMessages.testEmailSent : settingsMessages.testSmsSent;
    return { success: true, message, failed_step: null, reason: null };
  }
  const isSent = result.outcome === 'sent';
  const failed_step = isSent ? 'recipient' : (result.step ?? (channel === 'sms' ? 'message' : 'connect'));
  const reason = isSent ? (result.retryFor?.reason ?? null) : result.reason;
  return { success: false, message: settingsMessages.failedSteps[failed_step], failed_step, reason } as const;
}

/** A failed test message is the provider's failure, hence 502. */
function testAnswer(result: SendResult, message: string): { success: true; message: string } {
  if (result.outcome !== 'sent') throw new RequestError('badGateway', result.reason);
  if (result.retryFor) throw new RequestError('badGateway', result.retryFor.reason);
  return { success: true, message };
}
