import type { ExpiryType } from '@upvigil/core/alert-types';
import { limits } from '@upvigil/core/limits';
import { serverDefaults } from '@upvigil/core/server-side/server-defaults';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../domain/channel-rules.ts';
import type { AlertSubject } from '../domain/problems.ts';
import { readNotificationSettings } from '../settings/notification-settings-store.ts';
import { readSlackSettings } from '../settings/slack-settings-store.ts';
import type { DatabaseTransaction } from '../storage/database.ts';
import type { MonitorRow } from '../storage/tables.ts';
import {
  endAlerts,
  insertAlerts,
  insertDeliveries,
  type NewAlert,
  newDeliveries,
  readAlertsToEnd,
  readPastNotifications,
} from './alert-store.ts';
import { type Decision, decideForProblem, decideForRecovery } from './decide-deliveries.ts';

/** That something ends soon, or does no longer. */
export interface ExpiryNotice {
  /** Null: it was renewed or replaced. */
  alert_type: ExpiryType | null;
  subject: Extract<AlertSubject, 'certificate' | 'domain'>;
  /** The alert that lasts, which this one takes the place of or ends; null without any. */
  open_alert_id: number | null;
  /** The monitor under which it is listed; the message names all. */
  monitor: Pick<MonitorRow, 'id' | 'website_id' | 'kind'>;
  message: string;
  cause: string | null;
}

export interface ExpiryCircumstances {
  channels: readonly ChannelRules[];
  /** Milliseconds since the epoch. */
  now: number;
}

const longestCooldown = limits.cooldownMinutes.max * 60_000;

/**
 * Writes an alert and its deliveries. The cooldown holds for it as for a problem: a server that shows another certificate
 * each time is not told of each time. Resolves with the alert's id, and whether there is something to send.
 */
export async function raiseExpiry(
  trx: DatabaseTransaction,
  notice: ExpiryNotice,
  circumstances: ExpiryCircumstances,
): Promise<{ id: number; has_deliveries: boolean }> {
  const { now } = circumstances;
  const decisions = await decide(trx, notice, circumstances);
  if (notice.open_alert_id !== null) await endAlerts(trx, [{ id: notice.open_alert_id, ended_at: now }]);
  const [id] = await insertAlerts(trx, [newAlert(notice, now)]);
  if (id === undefined) throw new Error('The alert was not stored');
  await insertDeliveries(trx, newDeliveries(id, decisions, now));
  return { id, has_deliveries: decisions.some(({ status }) => status === 'pending') };
}

/** What becomes of it on each channel. */
async function decide(
  trx: DatabaseTransaction,
  { alert_type, subject, open_alert_id, monitor }: ExpiryNotice,
  { channels, now }: ExpiryCircumstances,
): Promise<Decision[]> {
  const slack = await readSlackSettings(trx, [monitor.website_id]);
  const settings: ChannelSettings = {
    notifications: await readNotificationSettings(trx),
    slack: slack.get(monitor.website_id) ?? null,
    own: null,
  };
  const times = { now, gather: serverDefaults.notificationGatherSeconds };
  const toggled: ToggledAlert = { alert_type: alert_type ?? 'RECOVERED', problem: subject, kind: monitor.kind };
  if (alert_type === null) {
    const begun = open_alert_id === null ? undefined : (await readAlertsToEnd(trx, [open_alert_id])).get(open_alert_id);
    const ended = begun && open_alert_id !== null ? { alertId: open_alert_id, notified: begun.notified } : null;
    return channels.flatMap((channel) => decideForRecovery(channel, toggled, settings, ended, times));
  }
  const past = await readPastNotifications(trx, [monitor.id], now - longestCooldown);
  return channels.flatMap((channel) => {
    const last = past.findLast((one) => one.alert_type === alert_type && one.channel === channel.name);
    return decideForProblem(channel, toggled, settings, last, times);
  });
}

const newAlert = ({ alert_type, subject, open_alert_id, monitor, ...said }: ExpiryNotice, now: number): NewAlert => ({
  website_id: monitor.website_id,
  monitor_id: monitor.id,
  alert_type: alert_type ?? 'RECOVERED',
  problem: subject,
  message: said.message,
  cause: said.cause,
  public_message: null,
  created_at: now,
  ended_at: null,
  ends_alert_id: alert_type === null ? open_alert_id : null,
});
