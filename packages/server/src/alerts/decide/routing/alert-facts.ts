import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import { minuteMs } from '@upvigil/core/time';
import type { ChannelRules, ChannelSettings, OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import { readSlackSettings } from '../../../storage/settings/slack-settings-store.ts';
import type { AlertRow } from '../../../storage/tables.ts';
import { type PastNotification, readPastNotifications } from '../alert-store.ts';
import type { LastNotification } from '../cooldown.ts';
import { channelFinder, type FindChannel } from './candidates.ts';
import type { ReadRoutingFacts, RoutingFacts } from './routing-facts-store.ts';

/** The facts that decide who is notified. */
export interface AlertFacts extends RoutingFacts {
  find: FindChannel;
  settingsOf(websiteId: number, own: OwnChannel | null): ChannelSettings;
  /** The newest notification by `notificationKey`. New decisions are added. */
  lastNotifications: Map<string, LastNotification>;
}

export interface FactsOptions {
  channels: readonly ChannelRules[];
  readRouting: ReadRoutingFacts;
}

interface AskedFacts {
  websiteIds: readonly number[];
  /** Monitors with problems, to which the cooldown applies. */
  monitorIds: readonly number[];
  /** Milliseconds since the epoch. */
  now: number;
  /** Ignores notifications after `now`, to explain a time in the past. */
  isQuestion?: boolean;
}

/** Four statements, whatever the number of alerts. */
export async function readAlertFacts(
  db: Database,
  { channels, readRouting }: FactsOptions,
  { websiteIds, monitorIds, now, isQuestion = false }: AskedFacts,
): Promise<AlertFacts> {
  const notifications = await readNotificationSettings(db);
  const slack = await readSlackSettings(db, websiteIds);
  const facts = await readRouting(db, now);
  const past = await readPastNotifications(
    db,
    [...new Set(monitorIds)],
    now - lookBack(notifications.cooldown_minutes),
  );
  return {
    ...facts,
    find: channelFinder(channels, facts.channels),
    settingsOf: (websiteId, own) => ({ notifications, slack: slack.get(websiteId) ?? null, own }),
    // In the order of writing: the last one counts.
    lastNotifications: new Map(
      past.filter(({ created_at }) => !isQuestion || created_at <= now).map((one) => [keyOfNotification(one), one]),
    ),
  };
}

/** Milliseconds. A notification may be younger than its alert when a cooldown or an unavailable database delayed it. */
const lookBack = (cooldownMinutes: number): number => (2 * cooldownMinutes + 60) * minuteMs;

/** `key`: the channel's key, as written by `refKey`. */
export const notificationKey = (monitorId: number, type: AlertRow['alert_type'], key: string): string =>
  `${monitorId} ${type} ${key}`;

export const keyOfNotification = (one: PastNotification): string =>
  notificationKey(one.monitor_id, one.alert_type, keyOfDelivery(one));
