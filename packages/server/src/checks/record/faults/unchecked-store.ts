import type { NotChecked } from '@upvigil/core/contract/checks';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { defaults } from '@upvigil/core/defaults';
import { sql } from 'kysely';
import { decodeLastFault, readFaultSeries } from '../../../base/domain/last-fault.ts';
import { type StateAge, stateAge } from '../../../base/domain/state-age.ts';
import type { Database } from '../../../storage/database.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { timeOf } from '../../../storage/wire-format.ts';

/** An enabled monitor without recent observations. */
export interface UncheckedMonitor
  extends StateAge,
    Pick<MonitorRow, 'id' | 'website_id' | 'kind' | 'name' | 'target' | 'port' | 'is_up' | 'last_check_time'> {
  website_name: string;
  /** The reason, in words. */
  reason: string;
  /** The fault behind it; null if no attempt is known. */
  fault: string | null;
}

/** Columns of a monitor that describe its checks. */
type CheckedRow = Pick<
  MonitorRow,
  'check_interval_seconds' | 'created_at' | 'last_check_time' | 'next_due_at' | 'last_fault'
>;

/** The reason for a monitor without a known attempt. */
const noAttempt = 'no check was made';

/** Age of an enabled monitor's state, with the reason. */
function ageOfRow(
  row: CheckedRow,
  now: number,
  presentSince: number,
): StateAge & Pick<UncheckedMonitor, 'reason' | 'fault'> {
  const fault = decodeLastFault(row.last_fault);
  const age = stateAge({ ...row, faults: readFaultSeries(row) }, now, presentSince);
  return fault !== null && Date.parse(fault.at) > age.since
    ? { ...age, reason: fault.message, fault: fault.reason }
    : { ...age, reason: noAttempt, fault: null };
}

/**
 * Fields of an answer for a monitor that is not checked; empty for others, and if it is unknown since when it could
 * have been checked.
 */
export const notCheckedAt =
  (presentSince: number | undefined, now: number) =>
  (row: CheckedRow & Pick<MonitorRow, 'enabled'>): { not_checked?: NotChecked } => {
    if (presentSince === undefined || row.enabled === 0) return {};
    const { isNotChecked, since, reason } = ageOfRow(row, now, presentSince);
    return isNotChecked ? { not_checked: { since: timeOf(since), reason } } : {};
  };

/** The enabled monitors without recent data, by id. The query skips most rows, because they are recent. */
export async function readUnchecked(db: Database, now: number, presentSince: number): Promise<UncheckedMonitor[]> {
  const youngest = sql<number>`cast(${now} as bigint) - m.check_interval_seconds * ${sql.lit(1000 * defaults.notChecked.intervals)}`;
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.is_up', 'w.name as website_name'])
    .select(['m.check_interval_seconds', 'm.created_at', 'm.last_check_time', 'm.next_due_at', 'm.last_fault'])
    .where('m.enabled', '=', 1)
    // A job that does not report is down.
    .where('m.kind', '<>', heartbeatKind.type)
    .where((eb) => eb.or([eb('m.last_check_time', 'is', null), eb('m.last_check_time', '<=', youngest)]))
    .orderBy('m.id')
    .execute();
  return rows.flatMap((row) => {
    const age = ageOfRow(row, now, presentSince);
    return age.lacksRecentData ? [{ ...row, ...age }] : [];
  });
}
