import type { Clock } from '../../base/clock.ts';
import type { ChannelRules } from '../../base/domain/channel-rules.ts';
import { coveringRun, noRuns, type RunsAt } from '../../base/domain/maintenance.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { RaiseAlerts, RecordedCheck } from '../../checks/record/recording/recorded-check.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import {
  type AlertToEnd,
  endAlerts,
  insertAlerts,
  insertDeliveries,
  newDeliveries,
  readAlertsToEnd,
} from './alert-store.ts';
import { callOff, ledgerOf, overReason } from './call-off-store.ts';
import type { DecisionTimes, GatherSeconds, PlannedDelivery } from './decide-deliveries.ts';
import { insertEvidence, type NewEvidence } from './evidence-store.ts';
import { markBefore, type TimedMark } from './marks/mark-before.ts';
import { readMarksBefore } from './marks/mark-store.ts';
import { choiceOfEnd, type KnownAlert, openedAlert, plannedAlert, recoveredAlert, usualTypes } from './new-alerts.ts';
import { type AlertPlan, type EndedProblem, type OpenedProblem, planAlerts } from './plan-alerts.ts';
import { type AlertFacts, type FactsOptions, readAlertFacts } from './routing/alert-facts.ts';
import { readParentReasons } from './routing/parent-reason-store.ts';
import { type PlannedAlert, planProblem, planRecovery } from './routing/plan-deliveries.ts';
import type { Choice } from './routing/routing.ts';
import { createRoutingReader } from './routing/routing-facts-store.ts';
import { readStreakStarts } from './streak-store.ts';

interface RaiseAlertsOptions {
  clock: Clock;
  /** One for each kind of channel. */
  channels: readonly ChannelRules[];
  /** As in `DecisionTimes`. */
  gather?: GatherSeconds;
  /** The maintenance runs at a time; none when absent. */
  runsAt?: RunsAt;
}

/** Writes alerts and deliveries in the transaction of the checks that caused them. */
export function createRaiseAlerts({ clock, channels, ...options }: RaiseAlertsOptions): RaiseAlerts {
  const { gather = serverDefaults.notificationGatherSeconds, runsAt = noRuns } = options;
  const factsOptions = { channels, readRouting: createRoutingReader() };
  return async (trx, recorded) => {
    const plan = planAlerts(recorded);
    if (plan.opened.length === 0 && plan.ended.length === 0) {
      return { states: plan.states(new Map()), has_deliveries: false };
    }
    const times = { now: clock.now(), gather };
    const starts = await readStreakStarts(trx, plan.streakStarts);
    const circumstances = { ...(await loadFacts(trx, plan, factsOptions, times.now)), starts, times, runsAt };
    const opened = await writeOpened(trx, plan, circumstances);
    const recovered = await writeEnded(trx, plan.ended, opened, circumstances);
    const deliveries = [...opened.values(), ...recovered].flatMap(({ id, decisions }) =>
      newDeliveries(id, decisions, times.now),
    );
    await insertDeliveries(trx, deliveries);
    await insertEvidence(trx, evidenceOf(opened, recovered));
    const alertIds = new Map([...opened].map(([problem, { id }]) => [problem, id]));
    // Deferred ones wake the outbox too: a wait for a parent lasts a second.
    const has_deliveries = deliveries.some(({ next_attempt_at }) => next_attempt_at !== null);
    return { states: plan.states(alertIds), has_deliveries };
  };
}

/** The facts for the decisions, read in a few statements for the whole batch. */
interface Circumstances {
  facts: AlertFacts;
  endedAlerts: ReadonlyMap<number, AlertToEnd>;
  /** Start of each opened problem, and end of each ended one. Milliseconds since the epoch. */
  starts: ReadonlyMap<OpenedProblem | EndedProblem, number>;
  times: DecisionTimes;
  runsAt: RunsAt;
}

/** A stored alert with its deliveries. */
interface WrittenAlert {
  id: number;
  recorded: RecordedCheck;
  planned: PlannedAlert;
  choice: Choice | null;
  decisions: PlannedDelivery[];
}

async function loadFacts(
  trx: DatabaseTransaction,
  plan: AlertPlan,
  options: FactsOptions,
  now: number,
): Promise<Pick<Circumstances, 'facts' | 'endedAlerts'>> {
  const facts = await readAlertFacts(trx, options, {
    websiteIds: [...plan.opened, ...plan.ended].map(({ recorded }) => recorded.monitor.website_id),
    monitorIds: plan.opened.map(({ recorded }) => recorded.monitor.id),
    now,
  });
  const storedEnds = plan.ended.flatMap(({ ends }) => (typeof ends === 'number' ? [ends] : []));
  const endedAlerts = await readAlertsToEnd(trx, storedEnds);
  await callOffEnded(trx, endedAlerts, now);
  return { facts, endedAlerts };
}

/** Calls off waiting steps and reminders. A delivery that is being sent counts as sent. */
export async function callOffEnded(
  trx: DatabaseTransaction,
  ended: Map<number, AlertToEnd>,
  now: number,
): Promise<void> {
  const owners = new Map([...ended].flatMap(([id, { later }]) => (later ?? []).map((one) => [one.id, id] as const)));
  const later = [...ended.values()].flatMap((alert) => alert.later ?? []);
  for (const { id, key } of await callOff(trx, later, now)) {
    const alertId = owners.get(id) ?? 0;
    const alert = ended.get(alertId);
    if (alert) ended.set(alertId, { ...alert, notified: new Set([...alert.notified, key]) });
  }
}

async function writeOpened(
  trx: DatabaseTransaction,
  { opened }: AlertPlan,
  { facts, starts, times, runsAt }: Circumstances,
): Promise<Map<OpenedProblem, WrittenAlert>> {
  const beganAt = (problem: OpenedProblem): number => starts.get(problem) ?? times.now;
  const parents = await readParentReasons(
    trx,
    opened.map(({ recorded }) => recorded.monitor),
    times.now,
  );
  const marks = await readMarksBefore(trx, opened.filter(({ problem }) => problem === 'outage').map(beganAt));
  const chosen = opened.map((problem) => {
    const { monitor } = problem.recorded;
    const planned = {
      ...plannedAlert(monitor, problem.problem, problem.alert_type),
      maintenance_run_id: coveringRun(runsAt(monitor, beganAt(problem)), beganAt(problem))?.id ?? null,
      parent_reason: parents.reasonOf({
        monitor_id: monitor.id,
        problem: problem.problem,
        began_at: beganAt(problem),
        created_at: problem.recorded.check.checked_at,
      }),
    };
    return { problem, planned, choice: facts.routing.choose(planned, times.now) };
  });
  const ids = await insertAlerts(
    trx,
    chosen.map(({ problem, planned, choice }) =>
      openedAlert(problem, planned, choice, {
        began_at: beganAt(problem),
        mark: markOf(problem, beganAt(problem), marks),
      }),
    ),
  );
  const written = new Map<OpenedProblem, WrittenAlert>();
  for (const [at, { problem, planned, choice }] of chosen.entries()) {
    const id = ids[at];
    if (id === undefined) continue;
    const decisions = planProblem(choice, planned, facts, times);
    written.set(problem, { id, recorded: problem.recorded, planned, choice, decisions });
  }
  return written;
}

const markOf = (
  { problem, alert_type, recorded }: OpenedProblem,
  beganAt: number,
  marks: readonly TimedMark[],
): string | null => (problem === 'outage' ? markBefore(alert_type, recorded.monitor.website_id, beganAt, marks) : null);

/** Ends the problems' alerts and writes a RECOVERED for each. */
async function writeEnded(
  trx: DatabaseTransaction,
  ended: readonly EndedProblem[],
  opened: ReadonlyMap<OpenedProblem, WrittenAlert>,
  circumstances: Circumstances,
): Promise<WrittenAlert[]> {
  const { facts, starts, times } = circumstances;
  const known = ended.map((end) => {
    const alert = alertToEnd(end, opened, circumstances);
    const { monitor, check } = end.recorded;
    const ended_at = starts.get(end) ?? check.checked_at;
    return {
      ...end,
      ended_at,
      alert,
      planned: plannedAlert(monitor, end.problem, usualTypes[end.problem], alert?.severity),
    };
  });
  await endAlerts(
    trx,
    known.flatMap(({ alert, ended_at }) => (alert ? [{ id: alert.alertId, ended_at }] : [])),
  );
  const ids = await insertAlerts(
    trx,
    known.map(({ recorded, problem, planned, alert, ended_at }) =>
      recoveredAlert(recorded, { problem, ended_at }, planned, alert),
    ),
  );
  return known.flatMap(({ recorded, planned, alert }, at) => {
    const id = ids[at];
    if (id === undefined) return [];
    const choice = choiceOfEnd(facts.routing, alert, planned, times.now);
    const decisions = planRecovery(choice, planned, alert, facts, times);
    return [{ id, recorded, planned, choice, decisions }];
  });
}

/** Null when the alert was deleted while its problem was open. */
function alertToEnd(
  { ends }: EndedProblem,
  opened: ReadonlyMap<OpenedProblem, WrittenAlert>,
  { endedAlerts }: Circumstances,
): KnownAlert | null {
  if (typeof ends === 'number') {
    const alert = endedAlerts.get(ends);
    return alert ? { ...alert, alertId: ends } : null;
  }
  const written = opened.get(ends);
  return written ? endedInBatch(ends, written) : null;
}

/** For a problem that ends in the batch that opened it: its later steps and reminders are dropped. */
function endedInBatch({ cause, public_message, recorded }: OpenedProblem, written: WrittenAlert): KnownAlert {
  const { notified, later = [] } = ledgerOf(
    written.decisions.map((decision, at) => ({ ...decision, delivery_id: at })),
  );
  for (const { id } of later) {
    const decision = written.decisions[id];
    if (decision)
      Object.assign(decision, { status: 'suppressed', reason: overReason(decision), next_attempt_at: null });
  }
  return {
    alertId: written.id,
    created_at: recorded.check.checked_at,
    cause,
    public_message,
    severity: written.planned.severity,
    route: written.choice?.route ?? undefined,
    policy: written.choice?.policy?.name,
    notified,
  };
}

const evidenceOf = (
  opened: ReadonlyMap<OpenedProblem, WrittenAlert>,
  recovered: readonly WrittenAlert[],
): NewEvidence[] =>
  [...opened.values(), ...recovered].flatMap(({ id, recorded: { check } }) =>
    check.evidence === null
      ? []
      : [{ alert_id: id, monitor_id: check.monitor_id, taken_at: check.checked_at, taken: check.evidence }],
  );
