import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import { serverDefaults } from '@upvigil/core/server-side/server-defaults';
import type { Clock } from '../clock.ts';
import type { ChannelRules, ChannelSettings } from '../domain/channel-rules.ts';
import type { RaiseAlerts, RecordedCheck } from '../results/recording/recorded-check.ts';
import { readNotificationSettings } from '../settings/notification-settings-store.ts';
import { readSlackSettings } from '../settings/slack-settings-store.ts';
import type { DatabaseTransaction } from '../storage/database.ts';
import { publicEndOf, recoverySentence } from './alert-sentences.ts';
import {
  type AlertToEnd,
  endAlerts,
  insertAlerts,
  insertDeliveries,
  type NewAlert,
  newDeliveries,
  readAlertsToEnd,
  readPastNotifications,
} from './alert-store.ts';
import type { LastNotification } from './cooldown.ts';
import {
  type Decision,
  type DecisionTimes,
  decideForProblem,
  decideForRecovery,
  type GatherSeconds,
} from './decide-deliveries.ts';
import { insertEvidence, type NewEvidence } from './evidence-store.ts';
import { type AlertPlan, type EndedProblem, type OpenedProblem, planAlerts } from './plan-alerts.ts';

export interface RaiseAlertsOptions {
  clock: Clock;
  channels: readonly ChannelRules[];
  /** As in `DecisionTimes`. */
  gather?: GatherSeconds;
}

/** Creates what writes alerts and deliveries in the transaction of the checks that caused them. */
export function createRaiseAlerts({ clock, channels, ...options }: RaiseAlertsOptions): RaiseAlerts {
  const { gather = serverDefaults.notificationGatherSeconds } = options;
  return async (trx, recorded) => {
    const plan = planAlerts(recorded);
    if (plan.opened.length === 0 && plan.ended.length === 0) {
      return { states: plan.states(new Map()), has_deliveries: false };
    }
    const times = { now: clock.now(), gather };
    const facts = await loadFacts(trx, plan, times.now);
    const opened = await writeOpened(trx, plan.opened, { channels, facts, times });
    const recovered = await writeEnded(trx, plan.ended, opened, { channels, facts, times });
    const deliveries = [...opened.values(), ...recovered].flatMap(({ id, decisions }) =>
      newDeliveries(id, decisions, times.now),
    );
    await insertDeliveries(trx, deliveries);
    await insertEvidence(trx, evidenceOf(opened, recovered));
    const alertIds = new Map([...opened].map(([problem, { id }]) => [problem, id]));
    return { states: plan.states(alertIds), has_deliveries: deliveries.some(({ status }) => status === 'pending') };
  };
}

/** What must be known to decide, read in a few statements for the whole batch. */
interface Facts {
  settingsOf(recorded: RecordedCheck): ChannelSettings;
  /** The newest notification by monitor, type and channel; grows with what this batch notifies. */
  lastNotifications: Map<string, LastNotification>;
  endedAlerts: ReadonlyMap<number, AlertToEnd>;
}

interface Circumstances {
  channels: readonly ChannelRules[];
  facts: Facts;
  times: DecisionTimes;
}

/** An alert that was written, with what becomes of it on each channel. */
interface WrittenAlert {
  id: number;
  recorded: RecordedCheck;
  decisions: Decision[];
}

async function loadFacts(trx: DatabaseTransaction, plan: AlertPlan, now: number): Promise<Facts> {
  const notifications = await readNotificationSettings(trx);
  const websiteIds = [...plan.opened, ...plan.ended].map(({ recorded }) => recorded.monitor.website_id);
  const slack = await readSlackSettings(trx, websiteIds);
  const monitorIds = [...new Set(plan.opened.map(({ recorded }) => recorded.monitor.id))];
  const past = await readPastNotifications(trx, monitorIds, now - lookBack(notifications.cooldown_minutes));
  const storedEnds = plan.ended.flatMap(({ ends }) => (typeof ends === 'number' ? [ends] : []));
  return {
    settingsOf: ({ monitor }) => ({ notifications, slack: slack.get(monitor.website_id) ?? null, own: null }),
    lastNotifications: new Map(past.map((one) => [notificationKey(one.monitor_id, one.alert_type, one.channel), one])),
    endedAlerts: await readAlertsToEnd(trx, storedEnds),
  };
}

/** Milliseconds. A notification may be younger than its alert: it waited for a cooldown, or the database was away. */
const lookBack = (cooldownMinutes: number): number => (2 * cooldownMinutes + 60) * 60_000;

const notificationKey = (monitorId: number, type: string, channel: string): string => `${monitorId} ${type} ${channel}`;

async function writeOpened(
  trx: DatabaseTransaction,
  opened: readonly OpenedProblem[],
  circumstances: Circumstances,
): Promise<Map<OpenedProblem, WrittenAlert>> {
  const ids = await insertAlerts(trx, opened.map(newAlert));
  const written = new Map<OpenedProblem, WrittenAlert>();
  for (const [at, problem] of opened.entries()) {
    const id = ids[at];
    if (id !== undefined)
      written.set(problem, { id, recorded: problem.recorded, decisions: decideOpened(problem, circumstances) });
  }
  return written;
}

function decideOpened(problem: OpenedProblem, { channels, facts, times }: Circumstances): Decision[] {
  const { monitor } = problem.recorded;
  const settings = facts.settingsOf(problem.recorded);
  return channels.flatMap((channel) => {
    const key = notificationKey(monitor.id, problem.alert_type, channel.name);
    const alert = { alert_type: problem.alert_type, problem: problem.problem, kind: monitor.kind };
    const decisions = decideForProblem(channel, alert, settings, facts.lastNotifications.get(key), times);
    if (isNotified(decisions, channel.name)) facts.lastNotifications.set(key, { created_at: times.now });
    return decisions;
  });
}

const isNotified = (decisions: readonly Decision[], channel: DeliveryChannel): boolean =>
  decisions.some((decision) => decision.channel === channel && decision.status === 'pending');

/** Ends the problems' alerts and writes a RECOVERED for each. */
async function writeEnded(
  trx: DatabaseTransaction,
  ended: readonly EndedProblem[],
  opened: ReadonlyMap<OpenedProblem, WrittenAlert>,
  circumstances: Circumstances,
): Promise<WrittenAlert[]> {
  const known = ended.map((end) => ({ ...end, alert: alertToEnd(end, opened, circumstances) }));
  await endAlerts(
    trx,
    known.flatMap(({ alert, recorded }) => (alert ? [{ id: alert.alertId, ended_at: recorded.check.checked_at }] : [])),
  );
  const ids = await insertAlerts(
    trx,
    known.map(({ alert, ...end }) => recoveredAlert(end, alert)),
  );
  return known.flatMap(({ recorded, problem, alert }, at) => {
    const id = ids[at];
    if (id === undefined) return [];
    const settings = circumstances.facts.settingsOf(recorded);
    const toggled = { alert_type: 'RECOVERED', problem, kind: recorded.monitor.kind } as const;
    const decisions = circumstances.channels.flatMap((channel) =>
      decideForRecovery(channel, toggled, settings, alert, circumstances.times),
    );
    return [{ id, recorded, decisions }];
  });
}

type KnownAlert = AlertToEnd & { alertId: number };

/** Null when the alert was deleted while its problem lasted. */
function alertToEnd(
  { ends }: EndedProblem,
  opened: ReadonlyMap<OpenedProblem, WrittenAlert>,
  { channels, facts }: Circumstances,
): KnownAlert | null {
  if (typeof ends === 'number') {
    const alert = facts.endedAlerts.get(ends);
    return alert ? { ...alert, alertId: ends } : null;
  }
  const written = opened.get(ends);
  if (!written) return null;
  const notified = channels.map(({ name }) => name).filter((name) => isNotified(written.decisions, name));
  const { cause, public_message, recorded } = ends;
  return {
    alertId: written.id,
    created_at: recorded.check.checked_at,
    cause,
    public_message,
    notified: new Set(notified),
  };
}

const newAlert = ({ recorded, problem, alert_type, message, cause, public_message }: OpenedProblem): NewAlert => ({
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
});

function recoveredAlert({ recorded, problem }: Omit<EndedProblem, 'ends'>, alert: KnownAlert | null): NewAlert {
  const { check, monitor, website_name } = recorded;
  const lasted = alert && check.checked_at - alert.created_at;
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
