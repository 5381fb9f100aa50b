import { RequestError } from '@upvigil/core/contract/errors';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { type MonitorKind, networkMonitorTypes } from '@upvigil/core/contract/monitor-kinds/registry';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { monitorSecrets, type NamedSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorTable } from '../../storage/tables/monitor-tables.ts';
import type { CheckRow, MonitorRow } from '../../storage/tables.ts';
import { lastCheckColumn, readLastChecks } from '../record/last-checks.ts';
import { followEnabling } from '../record/rollups/disabled-periods-store.ts';
import { requireParent } from './parents.ts';
import { lockWebsite, unknownWebsite } from './website-store.ts';

/** /urls finds only URLs, /heartbeats only heartbeats, and /network only other monitors. */
type MonitorFamily = 'url' | 'network' | 'heartbeat';

/** A monitor with its newest check. */
export interface MonitorWithCheck {
  monitor: MonitorRow;
  last_check: CheckRow | null;
}

export const idsOf = (found: readonly MonitorWithCheck[]): number[] => found.map(({ monitor }) => monitor.id);

const kindsOf: Readonly<Record<MonitorFamily, readonly MonitorKind[]>> = {
  url: [urlKind.type],
  network: networkMonitorTypes,
  heartbeat: [heartbeatKind.type],
};

const nounOf: Readonly<Record<MonitorFamily, string>> = {
  url: 'URL',
  network: 'network monitor',
  heartbeat: 'heartbeat',
};

export const unknownMonitor = (family: MonitorFamily, id: number): RequestError =>
  new RequestError('notFound', `There is no ${nounOf[family]} ${id}`);

/** The monitors of a website, by id. */
export async function listMonitors(
  db: Database,
  family: MonitorFamily,
  selection: { website_id: number; enabled_only?: boolean },
): Promise<MonitorWithCheck[]> {
  const rows = await withNewestCheckId(db, family)
    .where('m.website_id', '=', selection.website_id)
    .$if(selection.enabled_only === true, (query) => query.where('m.enabled', '=', 1))
    .orderBy('m.id')
    .execute();
  return addLastChecks(db, rows);
}

/** @throws RequestError `notFound` if no monitor of this family has the id */
export async function requireMonitor(db: Database, family: MonitorFamily, id: number): Promise<MonitorWithCheck> {
  const rows = await withNewestCheckId(db, family).where('m.id', '=', id).execute();
  const [found] = await addLastChecks(db, rows);
  if (!found) throw unknownMonitor(family, id);
  return found;
}

/** Without reading it. @throws RequestError `notFound` if no monitor of this family has the id */
export async function requireMonitorExists(db: Database, family: MonitorFamily, id: number): Promise<void> {
  const row = await db
    .selectFrom('monitors')
    .select('id')
    .where('id', '=', id)
    .where('kind', 'in', kindsOf[family])
    .executeTakeFirst();
  if (!row) throw unknownMonitor(family, id);
}

const withNewestCheckId = (db: Database, family: MonitorFamily) =>
  db
    .selectFrom('monitors as m')
    .selectAll('m')
    .select(lastCheckColumn('id').as('newest_check_id'))
    .where('m.kind', 'in', kindsOf[family]);

type FoundMonitor = MonitorRow & { newest_check_id: number | null };

async function addLastChecks(db: Database, monitors: readonly FoundMonitor[]): Promise<MonitorWithCheck[]> {
  const checks = await readLastChecks(db, monitors);
  return monitors.map((monitor) => ({ monitor, last_check: checks.get(monitor.newest_check_id ?? 0) ?? null }));
}

/**
 * Returns the new id.
 * @throws RequestError `notFound` without its website; `invalid` if its parent is unknown or has too many ancestors
 */
async function insertMonitor(trx: DatabaseTransaction, row: Insertable<MonitorTable>): Promise<number> {
  if (!(await lockWebsite(trx, row.website_id))) throw unknownWebsite(row.website_id);
  if (typeof row.parent_id === 'number') await requireParent(trx, null, row.parent_id);
  const { id } = await trx.insertInto('stored_monitors').values(row).returning('id').executeTakeFirstOrThrow();
  if (row.enabled === 0) await followEnabling(trx, [id], { enabled: false, now: row.created_at });
  return id;
}

/** As `insertMonitor`, with secrets, which are bound to the new id. */
export async function insertWithSecrets(
  trx: DatabaseTransaction,
  secrets: Pick<Secrets, 'seal'>,
  row: Insertable<MonitorTable>,
  named: NamedSecrets,
): Promise<number> {
  const id = await insertMonitor(trx, row);
  if (Object.keys(named).length === 0) return id;
  const sealed = secretsText(await secrets.seal(trx, named, monitorSecrets(id, named)));
  await trx.updateTable('stored_monitors').set({ secrets: sealed }).where('id', '=', id).execute();
  return id;
}

/** A change of one of these changes the target, so the stored state no longer applies. */
const targetColumns = [
  'kind',
  'target',
  'port',
  'metadata_tag',
  'metadata_value',
  'expected_response',
  'check_mode',
] as const satisfies (keyof MonitorRow)[];
/** After a change of one of these, the stored due time no longer applies. */
const scheduleColumns = [...targetColumns, 'options', 'secrets', 'enabled', 'check_interval_seconds'] as const;

export type MonitorEdit = Updateable<MonitorTable>;

/**
 * Edits a monitor. `editOf` gets the current row, returns the columns to change, and may throw to refuse. Increments
 * the revision first, which locks the row and invalidates running checks.
 * @throws RequestError `notFound` if no monitor of this family has the id
 */
export async function editMonitor(
  trx: DatabaseTransaction,
  family: MonitorFamily,
  id: number,
  now: number,
  editOf: (row: MonitorRow) => MonitorEdit | Promise<MonitorEdit>,
): Promise<void> {
  const row = await trx
    .updateTable('stored_monitors')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('kind', 'in', kindsOf[family])
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw unknownMonitor(family, id);
  const edit = await editOf(row);
  const isOtherParent = typeof edit.parent_id === 'number' && edit.parent_id !== row.parent_id;
  if (isOtherParent) await requireParent(trx, id, Number(edit.parent_id));
  const changes = (columns: readonly (keyof MonitorEdit & keyof MonitorRow)[]): boolean =>
    columns.some((column) => edit[column] !== undefined && edit[column] !== row[column]);
  const isOtherTarget = changes(targetColumns);
  if (isOtherTarget) {
    await endOpenAlerts(trx, row, now);
    await trx.deleteFrom('monitor_certificates').where('monitor_id', '=', id).execute();
  }
  await trx
    .updateTable('stored_monitors')
    .set({
      // An update must set something, even if the edit changes nothing.
      revision: row.revision,
      ...edit,
      ...(isOtherTarget ? nothingSeen : {}),
      ...(changes(['enabled']) ? { last_fault: null } : {}),
      ...(changes(scheduleColumns) ? { next_due_at: now } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (changes(['enabled'])) await followEnabling(trx, [id], { enabled: edit.enabled === 1, now });
}

/** The edit of one of many monitors, which does not change its target. */
export interface PlannedEdit {
  row: MonitorRow;
  edit: MonitorEdit;
}

/** Many checks are not due at once, but one every 10 ms within the shortest interval. */
const spread = { monitors: 1000, milliseconds: 10 };

/**
 * Edits many monitors whose rows are locked and whose parents are valid: one statement for all that get the same
 * columns. Increments their revisions, which invalidates running checks.
 */
export async function editMonitors(
  trx: DatabaseTransaction,
  edits: readonly PlannedEdit[],
  now: number,
  pause: () => Promise<void>,
): Promise<void> {
  const groups = new Map<string, { set: MonitorEdit; isDue: boolean; isToggled: boolean; ids: number[] }>();
  for (const { row, edit } of edits) {
    const changes = (column: keyof MonitorEdit & keyof MonitorRow): boolean =>
      edit[column] !== undefined && edit[column] !== row[column];
    const isToggled = changes('enabled');
    const set = { ...edit, ...(isToggled ? { last_fault: null } : {}) };
    const isDue = scheduleColumns.some(changes);
    const key = JSON.stringify([set, isDue]);
    const group = groups.get(key) ?? { set, isDue, isToggled, ids: [] };
    group.ids.push(row.id);
    groups.set(key, group);
  }
  const due = sql<number>`cast(${now} as bigint) + id % ${sql.lit(spread.monitors)} * ${sql.lit(spread.milliseconds)}`;
  for (const { set, isDue, isToggled, ids } of groups.values()) {
    for (const chunk of rowChunks(ids)) {
      await trx
        .updateTable('stored_monitors')
        .set((eb) => ({ ...set, ...(isDue ? { next_due_at: due } : {}), revision: eb('revision', '+', 1) }))
        .where('id', 'in', chunk)
        .execute();
      if (set.enabled !== undefined && isToggled) await followEnabling(trx, chunk, { enabled: set.enabled === 1, now });
      await pause();
    }
  }
}

const nothingSeen: MonitorEdit = {
  is_up: null,
  last_check_id: null,
  last_check_time: null,
  recent_checks: null,
  last_fault: null,
  outage_streak: 0,
  slow_streak: 0,
  metadata_streak: 0,
  outage_alert_id: null,
  slow_alert_id: null,
  metadata_alert_id: null,
  outage_began_at: null,
};

/** Ends alerts without a RECOVERED: the problem belonged to the old target, so its end is unknown. */
async function endOpenAlerts(trx: DatabaseTransaction, row: MonitorRow, now: number): Promise<void> {
  const open = [row.outage_alert_id, row.slow_alert_id, row.metadata_alert_id].filter((id) => id !== null);
  if (open.length === 0) return;
  await trx
    .updateTable('alerts')
    .set({ ended_at: now })
    .where('id', 'in', open)
    .where('ended_at', 'is', null)
    .execute();
}
