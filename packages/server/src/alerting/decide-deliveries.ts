import { isOutageType } from '@upvigil/core/alert-types';
import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../domain/channel-rules.ts';
import type { DeliveryRow } from '../storage/tables.ts';
import { cooldownReason, cooldownUntil, type LastNotification } from './cooldown.ts';

/** What becomes of an alert on one channel and recipient, with the reason why not. */
export type Decision = Pick<DeliveryRow, 'channel' | 'recipient' | 'status' | 'reason' | 'next_attempt_at'>;

export interface DecisionTimes {
  now: number;
  /** How long a delivery waits for others that go out in the same message. */
  gather: GatherSeconds;
}

/** Of outages, and of all else. */
export type GatherSeconds = Readonly<Record<'outage' | 'other', number>>;

/** Decides for an alert that opens a problem. `last` is the newest notification of this monitor, type and channel. */
export function decideForProblem(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  last: LastNotification | undefined,
  times: DecisionTimes,
): Decision[] {
  const whyNot = channel.whyOff(settings) ?? channel.whyUnwanted(alert, settings);
  if (whyNot !== null) return [suppressed(channel.name, whyNot)];
  const until = cooldownUntil(last, times.now, settings.notifications.cooldown_minutes);
  if (until === null) return channel.recipients(settings).map((to) => pending(channel.name, to, alert, times));
  // The outbox looks at it again then: a problem that still lasts is told after all.
  return channel.recipients(settings).map((recipient) => ({
    ...suppressed(channel.name, cooldownReason(until)),
    recipient,
    next_attempt_at: until,
  }));
}

/** Decides for RECOVERED: it goes where its problem was told, whatever the cooldown. */
export function decideForRecovery(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  ended: { alertId: number; notified: ReadonlySet<DeliveryChannel> } | null,
  times: DecisionTimes,
): Decision[] {
  const whyNot = channel.whyOff(settings) ?? channel.whyUnwanted(alert, settings);
  if (whyNot !== null) return [suppressed(channel.name, whyNot)];
  if (ended && !ended.notified.has(channel.name)) {
    return [suppressed(channel.name, `alert ${ended.alertId} was not notified here`)];
  }
  return channel.recipients(settings).map((recipient) => pending(channel.name, recipient, alert, times));
}

const pending = (
  channel: DeliveryChannel,
  recipient: string | null,
  { alert_type }: Pick<ToggledAlert, 'alert_type'>,
  { now, gather }: DecisionTimes,
): Decision => ({
  channel,
  recipient,
  status: 'pending',
  reason: null,
  next_attempt_at: now + (isOutageType(alert_type) ? gather.outage : gather.other) * 1000,
});

const suppressed = (channel: DeliveryChannel, reason: string): Decision => ({
  channel,
  recipient: null,
  status: 'suppressed',
  reason,
  next_attempt_at: null,
});
