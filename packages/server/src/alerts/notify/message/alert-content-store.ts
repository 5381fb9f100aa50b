import { severityOf } from '@upvigil/core/contract/names/alerts';
import { monitorAddress, targetName } from '../../../base/domain/monitor-name.ts';
import { tagsOf } from '../../../base/domain/stored-tags.ts';
import type { Database } from '../../../storage/database.ts';
import type { AlertContent } from './alert-content.ts';

/** The content of messages about these alerts, by alert id. A deleted alert has no entry. */
export async function readAlertContents(db: Database, alertIds: readonly number[]): Promise<Map<number, AlertContent>> {
  const rows = await selectAlerts(db, alertIds);
  return new Map(rows.map((row) => [row.id, contentOf(row)]));
}

type ContentRow = Awaited<ReturnType<typeof selectAlerts>>[number];

async function selectAlerts(db: Database, alertIds: readonly number[]) {
  return db
    .selectFrom('alerts as a')
    .innerJoin('websites as w', 'w.id', 'a.website_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .leftJoin('alerts as e', 'e.id', 'a.ends_alert_id')
    .select([
      'a.id',
      'a.alert_type',
      'a.problem',
      'a.message',
      'a.cause',
      'a.created_at',
      'a.website_id',
      'a.monitor_id',
    ])
    .select(['a.ends_alert_id', 'a.began_at', 'a.ended_at', 'a.severity', 'a.acknowledged_at', 'a.acknowledged_by'])
    .select(['a.mark', 'a.maintenance_run_id'])
    .select(['w.name as website_name', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.failure_threshold'])
    .select(['m.recovery_threshold', 'm.tags'])
    .select(['m.created_at as monitor_created_at', 'e.created_at as problem_since'])
    .select('e.cause as problem_cause')
    .select((eb) =>
      eb
        .selectFrom('alerts as p')
        .select('p.ended_at')
        .whereRef('p.monitor_id', '=', 'a.monitor_id')
        .whereRef('p.problem', '=', 'a.problem')
        .whereRef('p.id', '<', 'a.id')
        .where('p.ended_at', 'is not', null)
        .orderBy('p.created_at', 'desc')
        .limit(1)
        .as('last_ended_at'),
    )
    .where('a.id', 'in', alertIds)
    .execute();
}

/** `purpose` is a placeholder: it belongs to the delivery, and the caller sets it. */
function contentOf({
  name,
  target,
  port,
  monitor_created_at,
  last_ended_at,
  maintenance_run_id,
  id,
  tags,
  ...row
}: ContentRow): AlertContent {
  const isRecovery = row.alert_type === 'RECOVERED';
  return {
    ...row,
    alert_id: id,
    severity: row.severity ?? severityOf(row.alert_type, null),
    purpose: 'alert',
    over: null,
    tags: tagsOf(tags),
    is_during_maintenance: maintenance_run_id !== null,
    target: targetName({ kind: row.kind, name, target, port }),
    address: monitorAddress({ kind: row.kind, target, port }),
    fine_since: isRecovery ? null : (last_ended_at ?? monitor_created_at),
    is_first_problem: last_ended_at === null,
  };
}
