import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../../base/domain/channel-rules.ts';

/** Whether a channel is notified of an alert; times in milliseconds since the epoch. */
export type ChannelVerdict = { notify: 'now' } | Deferred | Suppressed;
/** Evaluated again at that time, and sent if the problem is still open. */
export type Deferred = { notify: 'later'; at: number; reason: string };
export type Suppressed = { notify: 'never'; reason: string };

/** The routing's reasons against a channel: those that precede the channel's own switches, and those that follow them. */
export interface RoutingReasons {
  before: Deferred | Suppressed | null;
  after: Deferred | Suppressed | null;
}

export const noRoutingReasons: RoutingReasons = { before: null, after: null };

export const deferred = (at: number, reason: string): Deferred => ({ notify: 'later', at, reason });
export const suppressed = (reason: string): Suppressed => ({ notify: 'never', reason });

/** The first reason that applies decides. `cooldown`: null without one, or when it does not apply. */
export function evaluateChannel(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  reasons: RoutingReasons,
  cooldown: Deferred | null,
): ChannelVerdict {
  if (reasons.before !== null) return reasons.before;
  const reason = channel.offReason(settings) ?? channel.unwantedReason(alert, settings);
  if (reason !== null) return suppressed(reason);
  return reasons.after ?? cooldown ?? { notify: 'now' };
}
