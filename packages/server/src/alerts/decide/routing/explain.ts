import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { channelNames, refKey } from '@upvigil/core/contract/names/channels';
import type { ExplainedChannel, Explanation } from '@upvigil/core/contract/routing';
import type { ChannelRules } from '../../../base/domain/channel-rules.ts';
import { coveringRun } from '../../../base/domain/maintenance.ts';
import type { AlertSubject } from '../../../base/domain/problems.ts';
import type { Database } from '../../../storage/database.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { timeOf } from '../../../storage/wire-format.ts';
import { readRunsAt } from '../../maintenance/current-runs.ts';
import { readAlertsToEnd } from '../alert-store.ts';
import { cooldownOf } from '../decide-deliveries.ts';
import { choiceOfEnd, type KnownAlert, plannedAlert, usualTypes } from '../new-alerts.ts';
import { type AlertFacts, notificationKey, readAlertFacts } from './alert-facts.ts';
import { type Candidate, keyOf, problemCandidates, recoveryCandidates } from './candidates.ts';
import { type ChannelVerdict, evaluateChannel, suppressed } from './channel-verdict.ts';
import { readParentReasons } from './parent-reason-store.ts';
import type { PlannedAlert } from './plan-deliveries.ts';
import { createRoutingReader } from './routing-facts-store.ts';

interface Question {
  monitor: MonitorRow;
  alert_type: AlertType;
  /** Milliseconds since the epoch. */
  at: number;
  /** When `at` is in the past, silences created after it do not count. */
  now: number;
}

const subjects: Record<Exclude<AlertType, 'RECOVERED'>, AlertSubject> = {
  DOWN: 'outage',
  ERROR: 'outage',
  SLOW: 'slow',
  METADATA_MISSING: 'metadata',
  CERT_EXPIRING: 'certificate',
  DOMAIN_EXPIRING: 'domain',
};

/**
 * Who would be notified of an alert at a given time, with the present settings. RECOVERED refers to the monitor's
 * open problem, or else to an outage of which everybody was notified.
 */
export async function explain(
  db: Database,
  channels: readonly ChannelRules[],
  { monitor, alert_type, at, now }: Question,
): Promise<Explanation> {
  const read = await readAlertFacts(
    db,
    { channels, readRouting: createRoutingReader() },
    { websiteIds: [monitor.website_id], monitorIds: [monitor.id], now: at, isQuestion: true },
  );
  const silences = read.silences.filter(({ created_at }) => at >= now || created_at <= at);
  const facts = { ...read, silences };
  if (alert_type === 'RECOVERED') return explainEnd(db, monitor, facts, at);
  const runs = (await readRunsAt(db, at))(monitor, at);
  const alert: PlannedAlert = {
    ...plannedAlert(monitor, subjects[alert_type], alert_type),
    maintenance_run_id: coveringRun(runs, at)?.id ?? null,
    parent_reason: (await readParentReasons(db, [monitor], at)).reasonOf({
      monitor_id: monitor.id,
      problem: subjects[alert_type],
      began_at: null,
      created_at: at,
    }),
  };
  const choice = facts.routing.choose(alert, at);
  return {
    route: choice.route,
    policy: choice.policy?.name ?? null,
    channels: problemCandidates(choice, alert, facts, at).map((candidate) =>
      explainChannel(candidate, evaluateProblem(candidate, alert, facts, at), at + candidate.after),
    ),
  };
}

function evaluateProblem(
  { channel, step, reasons }: Candidate,
  alert: PlannedAlert,
  facts: AlertFacts,
  at: number,
): ChannelVerdict {
  const settings = facts.settingsOf(alert.website_id, channel.own);
  const last = facts.lastNotifications.get(notificationKey(alert.monitor_id, alert.alert_type, keyOf(channel)));
  // The cooldown applies to the first step only.
  return evaluateChannel(channel.rules, alert, settings, reasons, step === 0 ? cooldownOf(last, settings, at) : null);
}

async function explainEnd(db: Database, monitor: MonitorRow, facts: AlertFacts, at: number): Promise<Explanation> {
  const { outage_alert_id, slow_alert_id, metadata_alert_id } = monitor;
  const id = outage_alert_id ?? slow_alert_id ?? metadata_alert_id;
  const subject = id === null || id === outage_alert_id ? 'outage' : id === slow_alert_id ? 'slow' : 'metadata';
  const known = id === null ? undefined : (await readAlertsToEnd(db, [id])).get(id);
  const ended: KnownAlert | null = known && id !== null ? { ...known, alertId: id } : null;
  const alert = plannedAlert(monitor, subject, usualTypes[subject], ended?.severity);
  const choice = choiceOfEnd(facts.routing, ended, alert, at);
  const candidates = recoveryCandidates(choice, alert, ended?.notified ?? null, facts, at);
  return {
    route: ended ? (ended.route ?? null) : (choice?.route ?? null),
    policy: ended ? (ended.policy ?? null) : (choice?.policy?.name ?? null),
    channels: candidates.map((candidate) => {
      const { channel, reasons } = candidate;
      const settings = facts.settingsOf(monitor.website_id, channel.own);
      const verdict = evaluateChannel(channel.rules, { ...alert, alert_type: 'RECOVERED' }, settings, reasons, null);
      const isMissed = ended !== null && verdict.notify !== 'never' && !ended.notified.has(refKey(channel.ref));
      const missedReason = `alert ${ended?.alertId} was not notified here`;
      return explainChannel(candidate, isMissed ? suppressed(missedReason) : verdict, at);
    }),
  };
}

/** `due`: the time of sending unless it is deferred. */
function explainChannel({ channel, step, after }: Candidate, verdict: ChannelVerdict, due: number): ExplainedChannel {
  const { ref, rules, own } = channel;
  const common = { ref, kind: rules.name, name: own?.name ?? channelNames[rules.name], step };
  if (verdict.notify === 'now') return { ...common, told: after > 0 ? 'later' : 'now', at: timeOf(due), reason: null };
  return {
    ...common,
    told: verdict.notify,
    at: verdict.notify === 'later' ? timeOf(verdict.at) : null,
    reason: verdict.reason,
  };
}
