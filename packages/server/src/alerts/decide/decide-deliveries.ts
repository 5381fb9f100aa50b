import { isOutageType } from '@upvigil/core/contract/names/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../base/domain/channel-rules.ts';
import type { DeliveryRow } from '../../storage/tables.ts';
import { cooldownReason, cooldownUntil, type LastNotification } from './cooldown.ts';
import {
  type Deferred,
  deferred,
  evaluateChannel,
  noRoutingReasons,
  type RoutingReasons,
} from './routing/channel-verdict.ts';

/** The decision about an alert for one channel and recipient, with the reason if it is not sent now. */
export type Decision = Pick<DeliveryRow, 'channel' | 'recipient' | 'status' | 'reason' | 'next_attempt_at'>;

/** A decision with its channel and purpose. */
export type PlannedDelivery = Decision & Pick<DeliveryRow, 'channel_id' | 'channel_name' | 'purpose' | 'step'>;

export interface DecisionTimes {
  now: number;
  /** How long a delivery waits to be combined with others. */
  gather: GatherSeconds;
}

/** Of outages, and of all other alerts. */
export type GatherSeconds = Readonly<Record<'outage' | 'other', number>>;

/** The reason of a delivery that waits for the time of its step or reminder. */
export const plannedReason = 'unless it is acknowledged or over by then';

/** Decides for an alert that opens a problem. `last`: the newest notification of this monitor, type and channel. */
export function decideForProblem(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  last: LastNotification | undefined,
  times: DecisionTimes,
  reasons: RoutingReasons = noRoutingReasons,
): Decision[] {
  const verdict = evaluateChannel(channel, alert, settings, reasons, cooldownOf(last, settings, times.now));
  if (verdict.notify === 'never') return [suppressedDelivery(channel.name, verdict.reason)];
  if (verdict.notify === 'now')
    return channel.recipients(settings).map((to) => pending(channel.name, to, alert, times));
  return recipientsLater(channel, settings, reasons).map((recipient) =>
    deferredDelivery(channel.name, recipient, verdict),
  );
}

/** The deferral by a cooldown; null without one. `now`: milliseconds since the epoch. */
export function cooldownOf(
  last: LastNotification | undefined,
  { notifications }: ChannelSettings,
  now: number,
): Deferred | null {
  const until = cooldownUntil(last, now, notifications.cooldown_minutes);
  return until === null ? null : deferred(until, cooldownReason(until));
}

/**
 * Decides for a later step or a reminder. It waits in the outbox and is evaluated again at its time, which is
 * `times.now`.
 */
export function decideForLater(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  reasons: RoutingReasons,
  times: DecisionTimes,
): Decision[] {
  const verdict = evaluateChannel(channel, alert, settings, reasons, null);
  if (verdict.notify === 'never') return [suppressedDelivery(channel.name, verdict.reason)];
  return recipientsLater(channel, settings, reasons).map((recipient) => ({
    ...pending(channel.name, recipient, alert, times),
    reason: plannedReason,
  }));
}

/** A disabled channel may be enabled by then. */
function recipientsLater(channel: ChannelRules, settings: ChannelSettings, reasons: RoutingReasons): (string | null)[] {
  if (reasons.before !== null && channel.offReason(settings) !== null) return [null];
  return channel.recipients(settings);
}

/** A problem that ends: the part that decides who is notified. */
export interface EndedNotice {
  alertId: number;
  /** Keys of the channels that were or will be notified. */
  notified: ReadonlySet<string>;
  /** By channel key: recipients that were not reached. */
  missed?: ReadonlyMap<string, ReadonlySet<string | null>> | undefined;
}

/** Decides for RECOVERED: it goes where its problem was sent, regardless of the cooldown. `key`: the channel's key. */
export function decideForRecovery(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  ended: EndedNotice | null,
  times: DecisionTimes,
  reasons: RoutingReasons = noRoutingReasons,
  key: string = channel.name,
): Decision[] {
  // Decides whether to send; the time is decided below.
  const { before, after } = reasons;
  const whether = evaluateChannel(
    channel,
    alert,
    settings,
    { before, after: after?.notify === 'never' ? after : null },
    null,
  );
  if (whether.notify !== 'now') return [suppressedDelivery(channel.name, whether.reason)];
  if (ended && !ended.notified.has(key)) return [suppressedDelivery(channel.name, notNotified(ended))];
  return channel.recipients(settings).map((recipient) => {
    if (ended?.missed?.get(key)?.has(recipient))
      return { ...suppressedDelivery(channel.name, notNotified(ended)), recipient };
    return after?.notify === 'later'
      ? deferredDelivery(channel.name, recipient, after)
      : pending(channel.name, recipient, alert, times);
  });
}

const notNotified = ({ alertId }: EndedNotice): string => `alert ${alertId} was not notified here`;

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

const suppressedDelivery = (channel: DeliveryChannel, reason: string): Decision => ({
  channel,
  recipient: null,
  status: 'suppressed',
  reason,
  next_attempt_at: null,
});

/** The outbox evaluates it again at that time, and sends it if the problem is still open. */
const deferredDelivery = (channel: DeliveryChannel, recipient: string | null, { at, reason }: Deferred): Decision => ({
  ...suppressedDelivery(channel, reason),
  recipient,
  next_attempt_at: at,
});
