import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../../base/domain/channel-rules.ts';

/** Whether an alert is told on one channel at the moment that was asked about; times in milliseconds since the epoch. */
export type Told = { told: 'now' } | HeldBack | Untold;
/** It is looked at again at that time, and told if it still lasts. */
export type HeldBack = { told: 'later'; at: number; reason: string };
export type Untold = { told: 'never'; reason: string };

/** What the routing says of one channel, in two parts: what goes before the channel's own switches, and what comes after. */
export interface RoutingSays {
  before: HeldBack | Untold | null;
  after: HeldBack | Untold | null;
}

export const routingSaysNothing: RoutingSays = { before: null, after: null };

export const held = (at: number, reason: string): HeldBack => ({ told: 'later', at, reason });
export const untold = (reason: string): Untold => ({ told: 'never', reason });

/** The first reason that applies decides. `cooldown`: null where none holds it up, or none counts. */
export function judge(
  channel: ChannelRules,
  alert: ToggledAlert,
  settings: ChannelSettings,
  says: RoutingSays,
  cooldown: HeldBack | null,
): Told {
  if (says.before !== null) return says.before;
  const whyNot = channel.whyOff(settings) ?? channel.whyUnwanted(alert, settings);
  if (whyNot !== null) return untold(whyNot);
  return says.after ?? cooldown ?? { told: 'now' };
}
