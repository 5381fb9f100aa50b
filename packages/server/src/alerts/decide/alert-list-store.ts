import type { Alert } from '@upvigil/core/contract/alerts';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { sentFields } from '@upvigil/core/format/alert-lines';
import { limits } from '@upvigil/core/limits';
import type { Database, DatabaseTransaction, InTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { inSmallTransactions } from '../../storage/small-transactions.ts';
import type { AlertRow, DeliveryRow } from '../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { acknowledgedReason, callOffAcknowledged, forwardAcknowledgement } from './call-off-store.ts';
import { openWallClock } from './routing/wall-clock.ts';

/** Alerts deleted in one statement, with their deliveries. */
const deletedAtOnce = 512;

interface AlertSelection {
  id?: number;
  monitor_id?: number;
  /** Milliseconds since the epoch; `until` is excluded. */
  since?: number;
  until?: number;
  /** Only alerts of open problems of enabled monitors. */
  isOpen?: boolean;
  /** Limit of alerts; absent: the largest `limit` of a query. */
  limit?: number;
}

/** Alerts with their deliveries, newest first, in two statements. */
export async function listAlerts(
  db: Database,
  { id, monitor_id, since, until, isOpen = false, limit = limits.listLimit.max }: AlertSelection,
): Promise<Alert[]> {
  const alerts = await db
    .selectFrom('alerts as a')
    .innerJoin('websites as w', 'w.id', 'a.website_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .selectAll('a')
    .leftJoin('evidence as e', 'e.alert_id', 'a.id')
    .select(['w.name as website_name', 'm.kind', 'e.alert_id as evidence_of'])
    .$if(id !== undefined, (query) => query.where('a.id', '=', id ?? 0))
    .$if(monitor_id !== undefined, (query) => query.where('a.monitor_id', '=', monitor_id ?? 0))
    .$if(since !== undefined, (query) => query.where('a.created_at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('a.created_at', '<', until ?? 0))
    .$if(isOpen, (query) => query.where('a.id', 'in', openAlertIds(db)))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
  const deliveries = await deliveriesOf(
    db,
    alerts.map(({ id }) => id),
  );
  return alerts.map((alert) => alertAnswer(alert, deliveries.get(alert.id) ?? []));
}

const openAlertIds = (db: Database) => {
  const idsOf = (column: 'outage_alert_id' | 'slow_alert_id' | 'metadata_alert_id') =>
    db.selectFrom('monitors').select(`${column} as id`).where('enabled', '=', 1).where(column, 'is not', null);
  const ofEnds = db
    .selectFrom('certificates')
    .select('alert_id')
    .where('alert_id', 'is not', null)
    .unionAll(db.selectFrom('domains').select('alert_id').where('alert_id', 'is not', null));
  const expiring = db
    .selectFrom('alerts as x')
    .innerJoin('monitors as xm', 'xm.id', 'x.monitor_id')
    .select('x.id')
    .where('x.id', 'in', ofEnds)
    .where('xm.enabled', '=', 1);
  return idsOf('outage_alert_id')
    .unionAll(idsOf('slow_alert_id'))
    .unionAll(idsOf('metadata_alert_id'))
    .unionAll(expiring);
};

/** One statement: a list has up to 1,000 alerts. */
async function deliveriesOf(db: Database, alertIds: readonly number[]): Promise<Map<number, DeliveryRow[]>> {
  const byAlert = new Map<number, DeliveryRow[]>();
  if (alertIds.length === 0) return byAlert;
  const rows = await db.selectFrom('deliveries').selectAll().where('alert_id', 'in', alertIds).orderBy('id').execute();
  for (const row of rows) {
    const group = byAlert.get(row.alert_id);
    if (group) group.push(row);
    else byAlert.set(row.alert_id, [row]);
  }
  return byAlert;
}

function alertAnswer(
  alert: AlertRow & { website_name: string; kind: MonitorKind; evidence_of: number | null },
  deliveries: readonly DeliveryRow[],
): Alert {
  const sentTimes = deliveries.flatMap(({ status, sent_at }) => (status === 'sent' ? (sent_at ?? []) : []));
  const isUrl = alert.kind === 'URL';
  return {
    id: alert.id,
    alert_type: alert.alert_type,
    message: alert.message,
    public_message: alert.public_message,
    created_at: timeOf(alert.created_at),
    ...sentFields(deliveries),
    sent_at: sentTimes.length === 0 ? null : timeOf(Math.min(...sentTimes)),
    url_id: isUrl ? alert.monitor_id : null,
    network_monitor_id: isUrl ? null : alert.monitor_id,
    monitor_kind: alert.kind,
    website_id: alert.website_id,
    website_name: alert.website_name,
    deliveries: deliveries.map((delivery) => ({
      channel: delivery.channel,
      channel_id: delivery.channel_id,
      channel_name: delivery.channel_name,
      purpose: delivery.purpose,
      recipient: delivery.recipient,
      status: delivery.status,
      reason: delivery.reason,
      attempts: delivery.attempts,
      next_attempt_at: timeOrNull(delivery.next_attempt_at),
      sent_at: timeOrNull(delivery.sent_at),
    })),
    has_evidence: alert.evidence_of !== null,
    began_at: timeOrNull(alert.began_at),
    ended_at: timeOrNull(alert.ended_at),
    acknowledged_at: timeOrNull(alert.acknowledged_at),
    acknowledged_by: alert.acknowledged_by,
    acknowledge_note: alert.acknowledge_note,
    severity: alert.severity,
    route: alert.route,
    policy: alert.policy,
    mark: alert.mark,
  };
}

/**
 * Deletes an alert with its deliveries. Returns its website; undefined when it is unknown. The monitor keeps the
 * problem open: it is not sent again, and ends as usual.
 */
export async function deleteAlert(db: Database, id: number): Promise<number | undefined> {
  const row = await db.deleteFrom('alerts').where('id', '=', id).returning('website_id').executeTakeFirst();
  return row?.website_id;
}

/** Who acknowledges alerts, and when (milliseconds since the epoch). */
interface Acknowledgement {
  at: number;
  by: string;
  note: string | null;
}

/**
 * Acknowledges the alerts whose problem is open and that nobody has acknowledged. Calls off their waiting steps and
 * reminders, and updates channels that keep state. Returns their ids: when there are any, deliveries may have been
 * added.
 */
export async function acknowledgeAlerts(
  trx: DatabaseTransaction,
  ids: readonly number[],
  { at, by, note }: Acknowledgement,
): Promise<number[]> {
  const marked: number[] = [];
  for (const chunk of rowChunks(ids)) {
    const rows = await trx
      .updateTable('alerts')
      .set({ acknowledged_at: at, acknowledged_by: by, acknowledge_note: note })
      .where('id', 'in', chunk)
      .where('ended_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .where('alert_type', '!=', 'RECOVERED')
      .returning('id')
      .execute();
    marked.push(...rows.map(({ id }) => id));
  }
  if (marked.length === 0) return marked;
  const { time_zone } = await routingSettings.read(trx);
  const { timeOfDay } = await openWallClock(time_zone);
  await callOffAcknowledged(trx, marked, acknowledgedReason(by, timeOfDay(at)), at);
  await forwardAcknowledgement(trx, marked, at);
  return marked;
}

/** Replaces the note of an open, acknowledged alert. */
export async function noteAcknowledgement(trx: DatabaseTransaction, id: number, note: string | null): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ acknowledge_note: note })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is not', null)
    .execute();
}

/** The last checks of the alerts' monitors, by alert id. */
export async function readLastChecks(db: Database, alertIds: readonly number[]) {
  const chunks = rowChunks(alertIds).map((ids) =>
    db
      .selectFrom('alerts as a')
      .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
      .select(['a.id', 'm.recent_checks', 'm.response_time_threshold_seconds'])
      .where('a.id', 'in', ids)
      .execute(),
  );
  return new Map((await Promise.all(chunks)).flat().map((row) => [row.id, row]));
}

/** Deletes the alerts created before a time in milliseconds since the epoch, or all. Returns their number. */
export async function deleteAlerts(db: Database, before: number | 'all', first: InTransaction): Promise<number> {
  let deleted = 0;
  await inSmallTransactions(db, first, async (trx) => {
    const rows = await trx
      .selectFrom('alerts')
      .select('id')
      .$if(before !== 'all', (query) => query.where('created_at', '<', Number(before)))
      .limit(deletedAtOnce)
      .execute();
    for (const ids of rowChunks(rows.map(({ id }) => id))) {
      await trx.deleteFrom('alerts').where('id', 'in', ids).execute();
    }
    deleted += rows.length;
    return { isDone: rows.length < deletedAtOnce };
  });
  return deleted;
}
