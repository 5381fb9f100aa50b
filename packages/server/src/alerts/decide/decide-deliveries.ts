import { isOutageType } from '@upvigil/core/contract/names/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../base/domain/channel-rules.ts';
import type { DeliveryRow } from '../../storage/tables.ts';
import { cooldownReason, cooldownUntil, type LastNotification } from './cooldown.ts';
import { type HeldBack, held, judge, type RoutingSays, routingSaysNothing } from './routing/judge.ts';

/** What becomes of an alert on one channel and recipient, with the reason why not. */
export type Decision = Pick<DeliveryRow, 'channel' | 'recipient' | 'status' | 'reason' | 'next_attempt_at'>;

/** A decision with the channel that is meant, and what it is for. */
export type PlannedDelivery = Decision & Pick<DeliveryRow, 'channel_id' | 'channel_name' | 'purpose' | 'step'>;

export interface DecisionTimes {
  now: number;
  /** How long a delivery waits for others that go out in the same message. */
  gather: GatherSeconds;
}

/** Of outages, and of all else. */
export type GatherSeconds = Readonly<Record<'outage' | 'other', number>>;

/** The reason of a delivery that waits for the time of its step, or of a reminder. */
export const plannedReason = 'unless it is acknowledged or over by then';

/** Decides for an alert that opens a problem. `last` is the newest notification of this monitor, type and channel. */
export function decideForProblem(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  last: LastNotification | undefined,
  times: DecisionTimes,
  says: RoutingSays = routingSaysNothing,
): Decision[] {
  const told = judge(channel, alert, settings, says, cooldownOf(last, settings, times.now));
  if (told.told === 'never') return [suppressed(channel.name, told.reason)];
  if (told.told === 'now') return channel.recipients(settings).map((to) => pending(channel.name, to, alert, times));
  return recipientsLater(channel, settings, says).map((recipient) => heldBack(channel.name, recipient, told));
}

/** What a cooldown holds up; null where it does not. `now`: milliseconds since the epoch. */
export function cooldownOf(
  last: LastNotification | undefined,
  { notifications }: ChannelSettings,
  now: number,
): HeldBack | null {
  const until = cooldownUntil(last, now, notifications.cooldown_minutes);
  return until === null ? null : held(until, cooldownReason(until));
}

/**
 * Decides for what comes later: a step that is not the first, or a reminder. It waits in the outbox; what holds it up at its
 * time shows then. `times.now` is that time.
 */
export function decideForLater(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  says: RoutingSays,
  times: DecisionTimes,
): Decision[] {
  const told = judge(channel, alert, settings, says, null);
  if (told.told === 'never') return [suppressed(channel.name, told.reason)];
  return recipientsLater(channel, settings, says).map((recipient) => ({
    ...pending(channel.name, recipient, alert, times),
    reason: plannedReason,
  }));
}

/** A channel that is off may be on by then. */
function recipientsLater(channel: ChannelRules, settings: ChannelSettings, says: RoutingSays): (string | null)[] {
  if (says.before !== null && channel.whyOff(settings) !== null) return [null];
  return channel.recipients(settings);
}

/** A problem that ends, as far as it decides who is told. */
export interface EndedNotice {
  alertId: number;
  /** Keys of the channels on which it was told, or will be. */
  notified: ReadonlySet<string>;
  /** By such a key, recipients that it did not reach. */
  untold?: ReadonlyMap<string, ReadonlySet<string | null>> | undefined;
}

/** Decides for RECOVERED: it goes where its problem was told, whatever the cooldown. `key`: of the channel. */
export function decideForRecovery(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  ended: EndedNotice | null,
  times: DecisionTimes,
  says: RoutingSays = routingSaysNothing,
  key: string = channel.name,
): Decision[] {
  // When it is told is decided below: first comes whether.
  const { before, after } = says;
  const whether = judge(channel, alert, settings, { before, after: after?.told === 'never' ? after : null }, null);
  if (whether.told !== 'now') return [suppressed(channel.name, whether.reason)];
  if (ended && !ended.notified.has(key)) return [suppressed(channel.name, notNotified(ended))];
  return channel.recipients(settings).map((recipient) => {
    if (ended?.untold?.get(key)?.has(recipient)) return { ...suppressed(channel.name, notNotified(ended)), recipient };
    return after?.told === 'later'
      ? heldBack(channel.name, recipient, after)
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

const suppressed = (channel: DeliveryChannel, reason: string): Decision => ({
  channel,
  recipient: null,
  status: 'suppressed',
  reason,
  next_attempt_at: null,
});

/** The outbox looks at it again then: what still lasts is told after all. */
const heldBack = (channel: DeliveryChannel, recipient: string | null, { at, reason }: HeldBack): Decision => ({
  ...suppressed(channel, reason),
  recipient,
  next_attempt_at: at,
});
