import type { NotificationSettings } from '@upvigil/core/contract/settings';
import { parseExpiryDays } from '@upvigil/core/contract/settings';
import type { Database } from '../../storage/database.ts';
import { readNotificationSettings } from '../../storage/settings/notification-settings-store.ts';

/** The alert thresholds of certificates in days before the end, largest first. */
export const certificateDays = async (db: Database): Promise<number[]> =>
  daysOf((await readNotificationSettings(db)).cert_alert_days);

/** The same for domains. */
export const domainDays = ({ domain_alert_days }: NotificationSettings): number[] => daysOf(domain_alert_days);

/** Always a list: stored settings are validated when read. */
const daysOf = (text: string): number[] => parseExpiryDays(text) ?? [];
