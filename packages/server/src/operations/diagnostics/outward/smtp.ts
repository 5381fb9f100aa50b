import { missingServerReason } from '../../../alerts/notify/channels/email.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { type Diagnostic, fail, ok, skipped, withStorage } from '../diagnostic.ts';

/** Signs in to the mail server like a message would. Sends no mail. */
export const smtp = {
  id: 'smtp',
  title: 'Email server (SMTP)',
  run: (tools, { patience: signal }) =>
    withStorage(tools, async ({ db }) => {
      const settings = await readNotificationSettings(db);
      const reason = missingServerReason(settings);
      if (reason !== null) return skipped(`Not set up: ${reason}`, 'Settings, Email (SMTP)');
      const where = `${settings.smtp_host}:${settings.smtp_port}`;
      const refusal = await tools.email.tryLogin(settings, signal);
      if (refusal !== null)
        return fail(`${where}: ${refusal}`, 'Correct Settings, Email (SMTP), and send a test email');
      return ok(settings.smtp_username === '' ? `${where} answers` : `${where} accepts the user name and password`);
    }),
} as const satisfies Diagnostic;
