import { minuteMs } from '@upvigil/core/time';
import type { ToggledAlert } from '../../../base/domain/channel-rules.ts';
import type { DeliveryRow } from '../../../storage/tables.ts';
import {
  type Decision,
  type DecisionTimes,
  decideForLater,
  decideForProblem,
  decideForRecovery,
  type EndedNotice,
  type PlannedDelivery,
} from '../decide-deliveries.ts';
import { type AlertFacts, notificationKey } from './alert-facts.ts';
import { type Candidate, type KnownChannel, keyOf, problemCandidates, recoveryCandidates } from './candidates.ts';
import { firstReminder } from './reminders.ts';
import type { AlertToRoute, Choice } from './routing.ts';

/** An alert in the form that routing and channels need. */
export type PlannedAlert = AlertToRoute & ToggledAlert;

/**
 * The deliveries of an alert that opens a problem: its first step now, later steps and the first reminder at their
 * time.
 */
export function planProblem(
  choice: Choice,
  alert: PlannedAlert,
  facts: AlertFacts,
  times: DecisionTimes,
): PlannedDelivery[] {
  const { monitor_id, alert_type } = alert;
  const reminded = new Set<string>();
  return problemCandidates(choice, alert, facts, times.now).flatMap((candidate) => {
    const { channel, step, after, reasons } = candidate;
    const settings = facts.settingsOf(alert.website_id, channel.own);
    const key = notificationKey(monitor_id, alert_type, keyOf(channel));
    const decisions =
      step === 0
        ? decideForProblem(channel.rules, alert, settings, facts.lastNotifications.get(key), times, reasons)
        : decideForLater(channel.rules, alert, settings, reasons, { ...times, now: times.now + after });
    if (step === 0 && isNotified(decisions)) facts.lastNotifications.set(key, { created_at: times.now });
    const reminders = reminded.has(keyOf(channel)) ? [] : planReminder(choice, alert, facts, candidate, times);
    reminded.add(keyOf(channel));
    return [...named(decisions, channel, step === 0 ? 'alert' : 'escalation', step), ...reminders];
  });
}

const isNotified = (decisions: readonly Decision[]): boolean => decisions.some(({ status }) => status === 'pending');

/** The first reminder on a channel. Each reminder plans the next when it is due. */
function planReminder(
  { policy }: Choice,
  alert: PlannedAlert,
  facts: AlertFacts,
  { channel, after, isLeftOut, reasons }: Candidate,
  times: DecisionTimes,
): PlannedDelivery[] {
  const reminder = policy && firstReminder(policy, after / minuteMs);
  if (!reminder || isLeftOut) return [];
  const settings = facts.settingsOf(alert.website_id, channel.own);
  const at = { ...times, now: times.now + reminder.after };
  const decisions = decideForLater(channel.rules, alert, settings, reasons, at);
  return named(
    decisions.filter(({ status }) => status === 'pending'),
    channel,
    'reminder',
    reminder.number,
  );
}

/**
 * The deliveries of the end of a problem. `choice`: the routing of its beginning, null when unknown. `ended`: null
 * when its alert was deleted, so that the notified channels are unknown.
 */
export function planRecovery(
  choice: Choice | null,
  alert: PlannedAlert,
  ended: EndedNotice | null,
  facts: AlertFacts,
  times: DecisionTimes,
): PlannedDelivery[] {
  const recovered = { ...alert, alert_type: 'RECOVERED' } as const;
  return recoveryCandidates(choice, alert, ended?.notified ?? null, facts, times.now).flatMap(
    ({ channel, reasons }) => {
      const settings = facts.settingsOf(alert.website_id, channel.own);
      const decisions = decideForRecovery(channel.rules, recovered, settings, ended, times, reasons, keyOf(channel));
      return named(decisions, channel, 'alert', 0);
    },
  );
}

const named = (
  decisions: readonly Decision[],
  { own }: KnownChannel,
  purpose: DeliveryRow['purpose'],
  step: number,
): PlannedDelivery[] =>
  decisions.map((decision) => ({
    ...decision,
    channel_id: own?.id ?? null,
    channel_name: own?.name ?? null,
    purpose,
    step,
  }));
