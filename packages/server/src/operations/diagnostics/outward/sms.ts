import { isSmsProviderSet } from '../../../alerts/notify/channels/sms.ts';
import { failureReason } from '../../../alerts/notify/failure-reason.ts';
import { withoutPassword } from '../../../base/config/secret-address.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { type Diagnostic, fail, ok, skipped, withStorage } from '../diagnostic.ts';
import { originOf } from './origin.ts';

/** Connects to the SMS provider, with TLS if its address has it. Sends no SMS. */
export const sms = {
  id: 'sms',
  title: 'SMS provider',
  run: (tools, { patience: signal }) =>
    withStorage(tools, async ({ db }) => {
      if (!isSmsProviderSet(await readNotificationSettings(db)))
        return skipped('Not set up: the provider username and password are not set', 'Settings, SMS');
      const { host, port, isSecure, shown } = originOf(new URL(tools.config.sendSmsApiUrl));
      try {
        (await tools.dialer.dial({ host, port, tls: isSecure, signal })).destroy();
        return ok(isSecure ? `${shown} answers, and its certificate is valid` : `${shown} answers`);
      } catch (error) {
        const reason = withoutPassword(failureReason(error, signal));
        return fail(`${shown}: ${reason}`, 'Check SENDSMS_API_URL and the outgoing network of this machine');
      }
    }),
} as const satisfies Diagnostic;
