import type { ExpiryType } from '@upvigil/core/contract/names/alerts';
import type { ChannelRules } from '../../base/domain/channel-rules.ts';
import type { AlertSubject } from '../../base/domain/problems.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import {
  endAlerts,
  insertAlerts,
  insertDeliveries,
  type NewAlert,
  newDeliveries,
  readAlertsToEnd,
} from './alert-store.ts';
import type { PlannedDelivery } from './decide-deliveries.ts';
import { choiceOfEnd, type KnownAlert, plannedAlert, usualTypes } from './new-alerts.ts';
import { callOffEnded } from './raise-alerts.ts';
import { readAlertFacts } from './routing/alert-facts.ts';
import { planProblem, planRecovery } from './routing/plan-deliveries.ts';
import { createRoutingReader } from './routing/routing-facts-store.ts';

/** Something ends soon, or was renewed. */
export interface ExpiryNotice {
  /** Null: it was renewed or replaced. */
  alert_type: ExpiryType | null;
  subject: Extract<AlertSubject, 'certificate' | 'domain'>;
  /** The open alert that this one replaces or ends; null without any. */
  open_alert_id: number | null;
  /** The monitor under which it is listed; the message names all. */
  monitor: Pick<MonitorRow, 'id' | 'website_id' | 'kind' | 'severity' | 'tags'>;
  message: string;
  cause: string | null;
}

export interface ExpiryCircumstances {
  channels: readonly ChannelRules[];
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Writes an alert and its deliveries. The cooldown applies, so that a server that shows another certificate each time
 * does not notify each time. Returns the alert's id, and whether deliveries were added.
 */
export async function raiseExpiry(
  trx: DatabaseTransaction,
  notice: ExpiryNotice,
  circumstances: ExpiryCircumstances,
): Promise<{ id: number; has_deliveries: boolean }> {
  const { now } = circumstances;
  const ended = await endedAlert(trx, notice, now);
  const { decided, decisions } = await decide(trx, notice, ended, circumstances);
  if (notice.open_alert_id !== null) await endAlerts(trx, [{ id: notice.open_alert_id, ended_at: now }]);
  const [id] = await insertAlerts(trx, [newAlert(notice, decided, now)]);
  if (id === undefined) throw new Error('The alert was not stored');
  await insertDeliveries(trx, newDeliveries(id, decisions, now));
  return { id, has_deliveries: decisions.some(({ status }) => status === 'pending') };
}

/** The alert that this one replaces or ends. Calls off its waiting deliveries. */
async function endedAlert(
  trx: DatabaseTransaction,
  { open_alert_id }: ExpiryNotice,
  now: number,
): Promise<KnownAlert | null> {
  if (open_alert_id === null) return null;
  const ended = await readAlertsToEnd(trx, [open_alert_id]);
  await callOffEnded(trx, ended, now);
  const alert = ended.get(open_alert_id);
  return alert ? { ...alert, alertId: open_alert_id } : null;
}

type DecidedBy = Pick<NewAlert, 'severity' | 'route' | 'policy'>;

/** The decisions for each channel, and the routing behind them. */
async function decide(
  trx: DatabaseTransaction,
  { alert_type, subject, monitor }: ExpiryNotice,
  ended: KnownAlert | null,
  { channels, now }: ExpiryCircumstances,
): Promise<{ decided: DecidedBy; decisions: PlannedDelivery[] }> {
  const facts = await readAlertFacts(
    trx,
    { channels, readRouting: createRoutingReader() },
    { websiteIds: [monitor.website_id], monitorIds: alert_type === null ? [] : [monitor.id], now },
  );
  const times = { now, gather: serverDefaults.notificationGatherSeconds };
  if (alert_type === null) {
    const planned = plannedAlert(monitor, subject, usualTypes[subject], ended?.severity);
    const choice = choiceOfEnd(facts.routing, ended, planned, now);
    const decided = { severity: planned.severity, route: ended?.route ?? null, policy: ended?.policy ?? null };
    return { decided, decisions: planRecovery(choice, planned, ended, facts, times) };
  }
  const planned = plannedAlert(monitor, subject, alert_type);
  const choice = facts.routing.choose(planned, now);
  const decided = { severity: planned.severity, route: choice.route, policy: choice.policy?.name ?? null };
  return { decided, decisions: planProblem(choice, planned, facts, times) };
}

const newAlert = (
  { alert_type, subject, open_alert_id, monitor, ...said }: ExpiryNotice,
  decided: DecidedBy,
  now: number,
): NewAlert => ({
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
  // There is no failed check, so it begins when it is noticed.
  began_at: alert_type === null ? null : now,
  ...decided,
});
