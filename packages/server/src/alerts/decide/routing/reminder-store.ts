import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import type { Policy } from '@upvigil/core/contract/routing';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { AlertRow, DeliveryRow, MonitorRow } from '../../../storage/tables.ts';
import { plannedReason } from '../decide-deliveries.ts';
import { reasonsForProblem, refOfKey } from './candidates.ts';
import { pauseAfterReminder, pauseBefore } from './reminders.ts';
import type { RoutingFacts } from './routing-facts-store.ts';
import { routedAlert } from './suppression-reason.ts';

/** A due reminder of an open problem that nobody has acknowledged. */
type DueReminder = Pick<
  DeliveryRow,
  'id' | 'alert_id' | 'channel' | 'channel_id' | 'channel_name' | 'recipient' | 'step'
> &
  Pick<
    AlertRow,
    'alert_type' | 'problem' | 'severity' | 'website_id' | 'monitor_id' | 'route' | 'policy' | 'maintenance_run_id'
  > &
  Pick<MonitorRow, 'enabled'>;

/**
 * Releases due reminders and writes the next one of each in the same transaction. There is one at a time; a process
 * releases only one that still waits. Postpones a reminder while its channel is in quiet hours or its monitor is
 * muted or disabled. Without an earlier notification of the alert there is no reminder. `now`: milliseconds since the
 * epoch.
 */
export async function beginReminders(
  trx: DatabaseTransaction,
  due: readonly DueReminder[],
  facts: RoutingFacts,
  now: number,
): Promise<void> {
  const notified = await readNotified(trx, due);
  for (const reminder of due) {
    const { policy = null } = facts.routing.chosenBefore(reminder) ?? {};
    const putOff = putOffUntil(reminder, policy, facts, now);
    if (putOff !== null) {
      await change(trx, reminder, { next_attempt_at: putOff });
      continue;
    }
    const isNotified = notified.has(destinationOf(reminder));
    const missedReason = `alert ${reminder.alert_id} was not notified here`;
    const begun = await change(
      trx,
      reminder,
      isNotified
        ? { reason: null, created_at: now, next_attempt_at: now }
        : { status: 'suppressed', reason: missedReason, next_attempt_at: null },
    );
    const pause = policy && pauseAfterReminder(reminder.step, policy);
    if (begun && pause !== null) await insertNext(trx, reminder, now, now + pause);
  }
}

function putOffUntil(reminder: DueReminder, policy: Policy | null, facts: RoutingFacts, now: number): number | null {
  if (reminder.enabled === 0) return now + pauseBefore(reminder.step, policy?.remind_minutes ?? 60);
  const { before, after } = reasonsForProblem(
    facts,
    null,
    routedAlert(reminder),
    refOfKey(keyOfDelivery(reminder)),
    now,
  );
  const later = [before, after].find((one) => one?.notify === 'later');
  return later?.notify === 'later' ? later.at : null;
}

const destinationOf = (delivery: Pick<DueReminder, 'alert_id' | 'channel' | 'channel_id' | 'recipient'>): string =>
  `${delivery.alert_id} ${keyOfDelivery(delivery)} ${delivery.recipient}`;

/** The destinations that were notified of these alerts. */
async function readNotified(trx: DatabaseTransaction, due: readonly DueReminder[]): Promise<Set<string>> {
  const destinations = new Set<string>();
  for (const chunk of rowChunks([...new Set(due.map(({ alert_id }) => alert_id))])) {
    const rows = await trx
      .selectFrom('deliveries')
      .select(['alert_id', 'channel', 'channel_id', 'recipient'])
      .where('alert_id', 'in', chunk)
      .where('status', '=', 'sent')
      .execute();
    for (const row of rows) destinations.add(destinationOf(row));
  }
  return destinations;
}

/** Changes a reminder that still waits. Returns whether it did. */
async function change(
  trx: DatabaseTransaction,
  { id }: DueReminder,
  values: Partial<Pick<DeliveryRow, 'status' | 'reason' | 'created_at' | 'next_attempt_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('reason', '=', plannedReason)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function insertNext(
  trx: DatabaseTransaction,
  { alert_id, channel, channel_id, channel_name, recipient, step }: DueReminder,
  now: number,
  next_attempt_at: number,
): Promise<void> {
  await trx
    .insertInto('deliveries')
    .values({
      alert_id,
      channel,
      channel_id,
      channel_name,
      recipient,
      step: step + 1,
      purpose: 'reminder',
      status: 'pending',
      reason: plannedReason,
      created_at: now,
      next_attempt_at,
    })
    .execute();
}
