import { severityOf } from '@upvigil/core/contract/names/alerts';
import type { ChannelRules, ChannelSettings, ToggledAlert } from '../../../base/domain/channel-rules.ts';
import type { AlertRow, DeliveryRow } from '../../../storage/tables.ts';
import { acknowledgedReason, isLater, overReason } from '../call-off-store.ts';
import { usualTypes } from '../new-alerts.ts';
import { reasonsForProblem } from './candidates.ts';
import {
  type Deferred,
  evaluateChannel,
  noRoutingReasons,
  type RoutingReasons,
  type Suppressed,
  suppressed,
} from './channel-verdict.ts';
import type { RoutedAlert } from './routing.ts';
import type { RoutingFacts } from './routing-facts-store.ts';

/** A due delivery, with facts that may have changed since it was written. */
export type DueDelivery = ToggledAlert &
  Pick<DeliveryRow, 'channel_id' | 'purpose' | 'step' | 'recipient'> &
  Pick<AlertRow, 'website_id' | 'monitor_id' | 'severity' | 'ended_at' | 'acknowledged_at' | 'acknowledged_by'> &
  Partial<Pick<AlertRow, 'maintenance_run_id'>> &
  Pick<RoutedAlert, 'parent_reason'>;

type Facts = Pick<RoutingFacts, 'routing' | 'silences' | 'runs'>;

/**
 * Why a due delivery is not sent: settings, silences or its alert have changed, or its channel is in quiet hours.
 * Null when it is sent. Cooldown and route were evaluated when it was written. `now`: milliseconds since the epoch.
 */
export function suppressionReason(
  channel: ChannelRules,
  delivery: DueDelivery,
  settings: ChannelSettings,
  facts: Facts,
  now: number,
): Deferred | Suppressed | null {
  const overBecause = callOffReason(delivery, facts);
  if (overBecause !== null) return suppressed(overBecause);
  const verdict = evaluateChannel(channel, delivery, settings, reasonsFor(channel, delivery, facts, now), null);
  if (verdict.notify !== 'now') return verdict;
  // Written while its channel had no recipient.
  const isForNobody = delivery.recipient === null && !channel.recipients(settings).includes(null);
  return isForNobody ? suppressed('the channel was switched off when the alert began') : null;
}

/** Waiting steps and reminders end with the problem or its acknowledgement. */
function callOffReason(delivery: DueDelivery, { routing }: Facts): string | null {
  const { purpose, acknowledged_at, acknowledged_by, ended_at } = delivery;
  if (isLater(delivery) && acknowledged_at !== null) {
    return acknowledgedReason(acknowledged_by, routing.timeOfDay(acknowledged_at));
  }
  return purpose !== 'alert' && ended_at !== null ? overReason(delivery) : null;
}

function reasonsFor({ name }: ChannelRules, delivery: DueDelivery, facts: Facts, now: number): RoutingReasons {
  const { purpose, channel_id } = delivery;
  if (purpose === 'acknowledgement') return noRoutingReasons;
  // The name of a built-in channel is its ref.
  const ref = channel_id ?? (name as 'email');
  const reasons = reasonsForProblem(
    facts,
    null,
    { ...routedAlert(delivery), parent_reason: delivery.parent_reason ?? null },
    ref,
    now,
  );
  // The end of a problem goes where its beginning was sent, regardless of silences.
  return delivery.alert_type === 'RECOVERED' ? { ...reasons, before: null } : reasons;
}

/** The stored alert; older versions stored no severity. */
export const routedAlert = (
  alert: Pick<AlertRow, 'alert_type' | 'problem' | 'website_id' | 'monitor_id' | 'severity'> &
    Partial<Pick<AlertRow, 'maintenance_run_id'>>,
): RoutedAlert => ({
  alert_type: alert.alert_type,
  severity: alert.severity ?? severityOf(usualTypes[alert.problem], null),
  website_id: alert.website_id,
  monitor_id: alert.monitor_id,
  maintenance_run_id: alert.maintenance_run_id ?? null,
});
