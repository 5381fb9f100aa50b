import { type DeliveryChannel, keyOfDelivery } from '@upvigil/core/contract/names/channels';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import type { ExpressionBuilder } from 'kysely';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../../storage/database.ts';
import { readNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { DeliveryRow, Tables } from '../../../storage/tables.ts';
import { readPastNotifications } from '../../decide/alert-store.ts';
import { cooldownOf, plannedReason } from '../../decide/decide-deliveries.ts';
import { keyOfNotification, notificationKey } from '../../decide/routing/alert-facts.ts';
import { maintainedAt, refOfKey } from '../../decide/routing/candidates.ts';
import type { Deferred, Suppressed } from '../../decide/routing/channel-verdict.ts';
import { isBecauseOfParent, recoveryReason } from '../../decide/routing/parent-reason.ts';
import { readParentReasons } from '../../decide/routing/parent-reason-store.ts';
import { beginReminders } from '../../decide/routing/reminder-store.ts';
import { maintenanceStart, mutedStart } from '../../decide/routing/routing.ts';
import {
  createRoutingReader,
  type ReadRoutingFacts,
  type RoutingFacts,
} from '../../decide/routing/routing-facts-store.ts';

/** The reason of a delivery that waits until its monitor is enabled. */
export const disabledReason = 'the monitor is disabled';
const enabledAgainReason = 'the monitor was enabled again: its first check comes before';

/** An enabled monitor is checked at once; after this time its result is stored. */
const firstCheckMilliseconds = (limits.urlTimeoutSeconds.max + 10) * 1000;
/** Deliveries per transaction. */
const mostRead = 1000;
/** Limit of transactions per evaluation. */
const mostRounds = 20;

type DeferredDelivery = Awaited<ReturnType<typeof selectDeferred>>[number];

/** The next state of a delivery that was deferred or planned until now. */
function fateOf({ status, reason, purpose, ended_at, acknowledged_at, enabled }: DeferredDelivery) {
  // Ended or acknowledged ones are released too; the evaluation then suppresses them with the reason.
  if (status === 'pending') {
    return purpose === 'reminder' && ended_at === null && acknowledged_at === null ? 'reminder' : 'begun';
  }
  if (ended_at !== null) return 'over';
  if (enabled === 0) return 'disabled';
  if (reason === disabledReason) return 'enabled-again';
  const isForAll = reason?.startsWith(mutedStart) || reason?.startsWith(maintenanceStart);
  return isForAll || isBecauseOfParent(reason) ? 'unmuted' : 'due';
}

const changes = {
  // Its reason is still true.
  over: () => ({ next_attempt_at: null }),
  // It stays due, so that it is evaluated again as soon as the monitor is enabled.
  disabled: () => ({ reason: disabledReason }),
  'enabled-again': (now: number) => ({ reason: enabledAgainReason, next_attempt_at: now + firstCheckMilliseconds }),
  // It starts its own cooldown.
  due: (now: number) => ({ status: 'pending', reason: null, created_at: now, next_attempt_at: now }) as const,
  // It gets the full time for retries from now on.
  begun: (now: number) => ({ reason: null, created_at: now, next_attempt_at: now }) as const,
};

/**
 * Evaluates deliveries whose deferral has ended (cooldown, silence, quiet hours, disabled monitor). When the problem
 * is open and the monitor enabled, they become pending; their next evaluation finds further reasons. Due steps and
 * reminders are released.
 */
export async function reviveDeferred(
  db: Database,
  channel: DeliveryChannel,
  now: number,
  readRouting: ReadRoutingFacts = createRoutingReader(),
): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const read = await db.transaction().execute((trx) => reviveSome(trx, channel, now, readRouting));
    if (read < mostRead) return;
  }
}

async function reviveSome(
  trx: DatabaseTransaction,
  channel: DeliveryChannel,
  now: number,
  readRouting: ReadRoutingFacts,
): Promise<number> {
  const deferred = await selectDeferred(trx, channel, now);
  const fates = groupBy(deferred, fateOf);
  const reminders = fates.get('reminder') ?? [];
  const unmuted = fates.get('unmuted') ?? [];
  const toSend = fates.get('due') ?? [];
  if (reminders.length > 0 || unmuted.length > 0) {
    const facts = await readRouting(trx, now);
    toSend.push(...(await readStillDue(trx, unmuted, facts, now)));
    await beginReminders(trx, reminders, facts, now);
  }
  fates.set('due', toSend);
  for (const [fate, change] of Object.entries(changes)) {
    const ids = (fates.get(fate as keyof typeof changes) ?? []).map(({ id }) => id);
    if (ids.length === 0) continue;
    const still = trx.updateTable('deliveries').where('id', 'in', ids).where(isStillDeferred);
    await still.set(change(now)).execute();
  }
  return deferred.length;
}

/**
 * After a silence, maintenance or the outage of a parent, evaluates the reasons that follow it: the chosen route and
 * the cooldown. Returns deliveries without a reason.
 */
async function readStillDue(
  trx: DatabaseTransaction,
  unmuted: readonly DeferredDelivery[],
  { routing, runs }: RoutingFacts,
  now: number,
): Promise<DeferredDelivery[]> {
  if (unmuted.length === 0) return [];
  const notifications = await readNotificationSettings(trx);
  const since = now - notifications.cooldown_minutes * minuteMs;
  const monitorIds = [...new Set(unmuted.map(({ monitor_id }) => monitor_id))];
  const past = await readPastNotifications(trx, monitorIds, since);
  const parents = await readParentReasons(
    trx,
    unmuted.map(({ monitor_id, parent_id }) => ({ id: monitor_id, parent_id })),
    now,
  );
  const toSend: DeferredDelivery[] = [];
  const again = new Map<string, DeferredAgain>();
  for (const delivery of unmuted) {
    const key = notificationKey(delivery.monitor_id, delivery.alert_type, keyOfDelivery(delivery));
    const last = past.findLast((one) => one.alert_id !== delivery.alert_id && keyOfNotification(one) === key);
    const choice = routing.chosenBefore(delivery);
    const cooldown = delivery.purpose === 'alert' ? cooldownOf(last, { notifications, slack: null }, now) : null;
    const maintained = maintainedAt({ routing, runs }, delivery, now);
    const reason =
      maintained ??
      parents.reasonOf({ ...delivery, created_at: delivery.alert_created_at }) ??
      recoveryReason(delivery, parents.checkedAt(delivery.monitor_id), now) ??
      (choice && routing.leftOutReason(choice, refOfKey(keyOfDelivery(delivery)))) ??
      cooldown;
    if (reason === null) toSend.push(delivery);
    else addDeferred(again, delivery, reason);
  }
  for (const one of again.values()) await deferAgain(trx, one);
  return toSend;
}

/** Deliveries that are deferred again together. */
interface DeferredAgain extends Pick<DeliveryRow, 'reason' | 'next_attempt_at'> {
  ids: number[];
  /** The new time from which a check of its monitor is awaited; null keeps it. */
  since: number | null;
}

function addDeferred(
  again: Map<string, DeferredAgain>,
  { id }: DeferredDelivery,
  { reason, ...verdict }: Deferred | Suppressed | (Deferred & { since: number }),
): void {
  const next_attempt_at = verdict.notify === 'later' ? verdict.at : null;
  const since = 'since' in verdict ? verdict.since : null;
  const key = `${reason} ${next_attempt_at} ${since}`;
  const same = again.get(key) ?? { reason, next_attempt_at, since, ids: [] };
  again.set(key, same);
  same.ids.push(id);
}

async function deferAgain(
  trx: DatabaseTransaction,
  { ids, reason, next_attempt_at, since }: DeferredAgain,
): Promise<void> {
  const still = trx.updateTable('deliveries').where('id', 'in', ids).where(isStillDeferred);
  await still.set({ reason, next_attempt_at, ...(since === null ? {} : { created_at: since }) }).execute();
}

/** Another process may have been faster. */
const isStillDeferred = (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
  eb.or([eb('status', '=', 'suppressed'), eb.and([eb('status', '=', 'pending'), eb('reason', '=', plannedReason)])]);

function selectDeferred(trx: DatabaseTransaction, channel: DeliveryChannel, now: number) {
  return (
    trx
      .selectFrom('deliveries as d')
      .innerJoin('alerts as a', 'a.id', 'd.alert_id')
      .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
      .select([
        'd.id',
        'd.alert_id',
        'd.channel',
        'd.channel_id',
        'd.channel_name',
        'd.recipient',
        'd.status',
        'd.reason',
      ])
      .select(['d.purpose', 'd.step', 'a.ended_at', 'a.acknowledged_at', 'a.alert_type', 'a.problem', 'a.severity'])
      .select(['a.website_id', 'a.monitor_id', 'a.route', 'a.policy', 'a.maintenance_run_id', 'm.enabled'])
      .select(['d.created_at', 'a.began_at', 'a.created_at as alert_created_at', 'm.parent_id', 'm.last_check_time'])
      .where('d.status', 'in', ['suppressed', 'pending'])
      .where('d.next_attempt_at', '<=', now)
      .where('d.channel', '=', channel)
      .where((eb) => eb.or([eb('d.status', '=', 'suppressed'), eb('d.reason', '=', plannedReason)]))
      // Skips those whose monitor is still disabled.
      .where((eb) =>
        eb.or([
          eb('m.enabled', '=', 1),
          eb('a.ended_at', 'is not', null),
          eb('d.reason', 'is', null),
          eb('d.reason', '!=', disabledReason),
        ]),
      )
      .limit(mostRead)
      .execute()
  );
}
