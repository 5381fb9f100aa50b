import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { parseExpiryDays } from '@upvigil/core/contract/settings';
import type { Database } from '../../storage/database.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';

/** The days before the end of a certificate on which alerts are wanted, the most first. */
export const certificateDays = async (db: Database): Promise<number[]> =>
  daysOf((await readNotificationSettings(db)).cert_alert_days);

/** The same of a domain. */
export const domainDays = ({ domain_alert_days }: NotificationSettings): number[] => daysOf(domain_alert_days);

/** Stored settings are checked when they are read, so that this is a list. */
const daysOf = (text: string): number[] => parseExpiryDays(text) ?? [];
