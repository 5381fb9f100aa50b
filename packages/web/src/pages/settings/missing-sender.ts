import type { NotificationSettings } from '@upvigil/core/contract/settings';

type Values = Partial<Record<keyof NotificationSettings, unknown>>;

/** Settings without which a built-in channel can send nothing. */
export const senderNeeds = {
  email: ['smtp_host', 'smtp_from_email'],
  sms: ['sendsms_username', 'sendsms_password'],
} as const satisfies Record<string, readonly (keyof NotificationSettings)[]>;

/** The empty ones of the needed settings. A username with a domain serves as From address. */
export const missingSettings = <Name extends keyof NotificationSettings>(
  needs: readonly Name[],
  values: Values,
): Name[] =>
  needs.filter(
    (name) => !values[name] && !(name === 'smtp_from_email' && String(values.smtp_username ?? '').includes('@')),
  );
