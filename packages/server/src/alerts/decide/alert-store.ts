import type { Severity } from '@upvigil/core/contract/names/alerts';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { AlertRow, Tables } from '../../storage/tables.ts';
import { type LaterDelivery, ledgerOf } from './call-off-store.ts';
import type { PlannedDelivery } from './decide-deliveries.ts';

export type NewAlert = Insertable<Tables['alerts']>;
type NewDelivery = Insertable<Tables['deliveries']>;

/** Returns the new ids in the order of the rows: one statement assigns ids in that order. */
export async function insertAlerts(trx: DatabaseTransaction, alerts: readonly NewAlert[]): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of rowChunks(alerts)) {
    const rows = await trx.insertInto('alerts').values(chunk).returning('id').execute();
    ids.push(...rows.map((row) => row.id).sort((a, b) => a - b));
  }
  return ids;
}

/** The delivery rows for the decisions about an alert. `now`: milliseconds since the epoch. */
export const newDeliveries = (alert_id: number, decisions: readonly PlannedDelivery[], now: number): NewDelivery[] =>
  decisions.map((decision) => ({
    ...decision,
    alert_id,
    created_at: now,
    sent_at: null,
    lease_owner: null,
    lease_until: null,
  }));

export async function insertDeliveries(trx: DatabaseTransaction, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const chunk of rowChunks(deliveries)) await trx.insertInto('deliveries').values(chunk).execute();
}

/** Stores the end of problems in the alerts that opened them. */
export async function endAlerts(
  trx: DatabaseTransaction,
  ends: readonly Pick<AlertRow, 'id' | 'ended_at'>[],
): Promise<void> {
  for (const chunk of rowChunks(ends)) {
    const rows = chunk.map(({ id, ended_at }) => sql`(cast(${id} as bigint), cast(${ended_at} as bigint))`);
    await trx
      .with('ends(id, ended_at)', () => sql<{ id: number; ended_at: number }>`(values ${sql.join(rows)})`)
      .updateTable('alerts')
      .from('ends')
      .set((eb) => ({ ended_at: eb.ref('ends.ended_at') }))
      .whereRef('alerts.id', '=', 'ends.id')
      .execute();
  }
}

/** An alert whose problem ends: its beginning, cause, routing and notified channels. */
export interface AlertToEnd extends Pick<AlertRow, 'created_at' | 'cause' | 'public_message'> {
  severity?: Severity | undefined;
  route?: string | undefined;
  policy?: string | undefined;
  /** Keys (`refKey`) of channels that were or will be notified. */
  notified: ReadonlySet<string>;
  /** By channel key: recipients that were not reached although others of the channel were. Absent when there are none. */
  missed?: ReadonlyMap<string, ReadonlySet<string | null>> | undefined;
  /** Steps and reminders that are not due yet or wait for a retry. Absent when there are none. */
  later?: readonly LaterDelivery[] | undefined;
}

/** By id. Deleted alerts have no entry. */
export async function readAlertsToEnd(trx: Database, ids: readonly number[]): Promise<Map<number, AlertToEnd>> {
  const alerts = new Map<number, AlertToEnd>();
  for (const chunk of rowChunks(ids)) {
    const rows = await trx
      .selectFrom('alerts as a')
      .leftJoin('deliveries as d', 'd.alert_id', 'a.id')
      .select(['a.id', 'a.created_at', 'a.cause', 'a.public_message', 'a.severity', 'a.route', 'a.policy'])
      .select(['d.id as delivery_id', 'd.channel', 'd.channel_id', 'd.recipient', 'd.status', 'd.purpose', 'd.step'])
      .where('a.id', 'in', chunk)
      .execute();
    for (const [id, ofAlert] of groupBy(rows, (row) => row.id)) {
      const [first] = ofAlert;
      if (!first) continue;
      const { created_at, cause, public_message } = first;
      const [severity, route, policy] = [
        first.severity ?? undefined,
        first.route ?? undefined,
        first.policy ?? undefined,
      ];
      alerts.set(id, { created_at, cause, public_message, severity, route, policy, ...ledgerOf(ofAlert) });
    }
  }
  return alerts;
}

/** One notification that was or will be sent. */
export interface PastNotification {
  delivery_id: number;
  monitor_id: number;
  alert_id: number;
  alert_type: AlertRow['alert_type'];
  channel: DeliveryChannel;
  channel_id: number | null;
  created_at: number;
}

/**
 * Notifications about problems of these monitors, with alerts not older than `since`, in the order of writing. First
 * steps only: the cooldown does not apply to later steps and reminders.
 */
export async function readPastNotifications(
  trx: Database,
  monitorIds: readonly number[],
  since: number,
): Promise<PastNotification[]> {
  const past: PastNotification[] = [];
  for (const chunk of rowChunks(monitorIds)) {
    const rows = await trx
      .selectFrom('alerts as a')
      .innerJoin('deliveries as d', 'd.alert_id', 'a.id')
      .select(['d.id as delivery_id', 'a.monitor_id', 'a.id as alert_id', 'a.alert_type'])
      .select(['d.channel', 'd.channel_id', 'd.created_at'])
      .where('a.monitor_id', 'in', chunk)
      .where('a.created_at', '>=', since)
      .where('a.alert_type', '!=', 'RECOVERED')
      .where('d.status', 'in', ['sent', 'pending'])
      .where('d.purpose', '=', 'alert')
      .orderBy('d.id')
      .execute();
    past.push(...rows);
  }
  return past;
}
