import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { type Severity, severityOf } from '@upvigil/core/contract/names/alerts';
import type { AlertSubject, Problem } from '../../base/domain/problems.ts';
import { tagsOf } from '../../base/domain/stored-tags.ts';
import type { RecordedCheck } from '../../checks/record/recording/recorded-check.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { publicEndOf, recoverySentence } from './alert-sentences.ts';
import type { AlertToEnd, NewAlert } from './alert-store.ts';
import type { OpenedProblem } from './plan-alerts.ts';
import type { PlannedAlert } from './routing/plan-deliveries.ts';
import type { Choice, Routing } from './routing/routing.ts';

/** An alert whose problem ends. */
export type KnownAlert = AlertToEnd & { alertId: number };

/** An alert in the form that routing and channels need. */
export const plannedAlert = (
  monitor: Pick<MonitorRow, 'id' | 'website_id' | 'kind' | 'severity' | 'tags'>,
  problem: AlertSubject,
  alert_type: AlertType,
  severity: Severity = severityOf(alert_type, monitor.severity),
): PlannedAlert => ({
  alert_type,
  problem,
  severity,
  kind: monitor.kind,
  website_id: monitor.website_id,
  monitor_id: monitor.id,
  tags: tagsOf(monitor.tags),
});

/** The type for routing a problem whose alert was deleted. */
export const usualTypes = {
  outage: 'DOWN',
  slow: 'SLOW',
  metadata: 'METADATA_MISSING',
  certificate: 'CERT_EXPIRING',
  domain: 'DOMAIN_EXPIRING',
} as const satisfies Record<AlertSubject, AlertType>;

/** The routing decision of the problem's beginning; a new decision when its alert was deleted. */
export function choiceOfEnd(
  routing: Routing,
  alert: KnownAlert | null,
  planned: PlannedAlert,
  now: number,
): Choice | null {
  if (alert === null) return routing.choose(planned, now);
  return routing.chosenBefore({ route: alert.route ?? null, policy: alert.policy ?? null });
}

/** The start of a problem in milliseconds since the epoch, and the deployment mark before it, or null. */
type Beginning = { began_at: number; mark: string | null };

export const openedAlert = (
  { recorded, problem, alert_type, message, cause, public_message }: OpenedProblem,
  { severity, maintenance_run_id = null }: PlannedAlert,
  { route, policy }: Choice,
  { began_at, mark }: Beginning,
): NewAlert => ({
  website_id: recorded.monitor.website_id,
  monitor_id: recorded.monitor.id,
  alert_type,
  problem,
  message,
  cause,
  public_message,
  created_at: recorded.check.checked_at,
  ended_at: null,
  ends_alert_id: null,
  began_at,
  severity,
  route,
  policy: policy?.name ?? null,
  mark,
  maintenance_run_id,
});

export function recoveredAlert(
  { check, monitor, website_name }: RecordedCheck,
  { problem, ended_at }: { problem: Problem; ended_at: number },
  { severity }: PlannedAlert,
  alert: KnownAlert | null,
): NewAlert {
  const lasted = alert && Math.max(0, ended_at - alert.created_at);
  return {
    website_id: monitor.website_id,
    monitor_id: monitor.id,
    alert_type: 'RECOVERED',
    problem,
    message: recoverySentence(website_name, monitor, problem, lasted, alert?.cause ?? null),
    cause: null,
    public_message: publicEndOf(alert?.public_message ?? null),
    created_at: check.checked_at,
    ended_at: null,
    ends_alert_id: alert?.alertId ?? null,
    began_at: null,
    severity,
    route: alert?.route ?? null,
    policy: alert?.policy ?? null,
  };
}
