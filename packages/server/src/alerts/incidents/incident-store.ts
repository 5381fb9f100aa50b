import type { Incident, IncidentUpdateInput } from '@upvigil/core/contract/incidents';
import { newestFirst, resolvedAt, startedAt } from '@upvigil/core/rules/incident-updates';
import type { Insertable } from 'kysely';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { IncidentRow, IncidentUpdateRow } from '../../storage/tables/incident-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';

/** An incident with its targets and updates. Times in milliseconds since the epoch. */
export interface StoredIncident extends IncidentRow {
  /** Ids of existing targets only. */
  website_ids: readonly number[];
  monitor_ids: readonly number[];
  /** Newest first. */
  updates: readonly IncidentUpdateRow[];
}

const selectIncidents = (db: Database) =>
  db.selectFrom('incidents').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc');
type IncidentQuery = ReturnType<typeof selectIncidents>;

/** The incidents that `choose` selects, latest start first. Four statements for several hundred. */
export async function readIncidents(
  db: Database,
  choose: (query: IncidentQuery) => IncidentQuery,
): Promise<StoredIncident[]> {
  const rows = await choose(selectIncidents(db)).execute();
  const ids = rows.map(({ id }) => id);
  const updates = groupBy(await readUpdates(db, ids), (update) => update.incident_id);
  const websites = groupBy(await readWebsites(db, ids), (target) => target.incident_id);
  const monitors = groupBy(await readMonitors(db, ids), (target) => target.incident_id);
  return rows.map((row) => ({
    ...row,
    website_ids: (websites.get(row.id) ?? []).map(({ website_id }) => website_id),
    monitor_ids: (monitors.get(row.id) ?? []).map(({ monitor_id }) => monitor_id),
    updates: newestFirst(updates.get(row.id) ?? []),
  }));
}

export async function findIncident(db: Database, id: number): Promise<StoredIncident | undefined> {
  const [found] = await readIncidents(db, (query) => query.where('id', '=', id));
  return found;
}

async function readUpdates(db: Database, ids: readonly number[]): Promise<IncidentUpdateRow[]> {
  const rows: IncidentUpdateRow[] = [];
  for (const chunk of rowChunks(ids)) {
    rows.push(...(await db.selectFrom('incident_updates').selectAll().where('incident_id', 'in', chunk).execute()));
  }
  return rows;
}

/** Leaves out soft-deleted websites and monitors. */
async function readWebsites(db: Database, ids: readonly number[]): Promise<Tables['incident_websites'][]> {
  const rows: Tables['incident_websites'][] = [];
  for (const chunk of rowChunks(ids)) {
    const query = db
      .selectFrom('incident_websites as t')
      .innerJoin('websites as w', 'w.id', 't.website_id')
      .select(['t.incident_id', 't.website_id'])
      .where('t.incident_id', 'in', chunk)
      .orderBy('t.website_id');
    rows.push(...(await query.execute()));
  }
  return rows;
}

async function readMonitors(db: Database, ids: readonly number[]): Promise<Tables['incident_monitors'][]> {
  const rows: Tables['incident_monitors'][] = [];
  for (const chunk of rowChunks(ids)) {
    const query = db
      .selectFrom('incident_monitors as t')
      .innerJoin('monitors as m', 'm.id', 't.monitor_id')
      .select(['t.incident_id', 't.monitor_id'])
      .where('t.incident_id', 'in', chunk)
      .orderBy('t.monitor_id');
    rows.push(...(await query.execute()));
  }
  return rows;
}

/** An incident in its API form. */
export const wireIncident = (stored: StoredIncident): Incident => ({
  id: stored.id,
  title: stored.title,
  impact: stored.impact,
  state: stored.state,
  origin: stored.origin,
  website_ids: [...stored.website_ids],
  monitor_ids: [...stored.monitor_ids],
  started_at: timeOf(stored.started_at),
  resolved_at: timeOrNull(stored.resolved_at),
  updates: stored.updates.map((update) => ({
    id: update.id,
    status: update.status,
    body: update.body,
    display_at: timeOf(update.display_at),
    edited_at: timeOrNull(update.edited_at),
  })),
});

export async function insertIncident(trx: DatabaseTransaction, row: Insertable<Tables['incidents']>): Promise<number> {
  const { id } = await trx.insertInto('incidents').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** `display_at` in milliseconds since the epoch. */
export async function insertUpdate(
  trx: DatabaseTransaction,
  incident_id: number,
  { status, body }: Pick<IncidentUpdateInput, 'status' | 'body'>,
  { origin, display_at }: Pick<IncidentUpdateRow, 'origin' | 'display_at'>,
): Promise<number> {
  const row = { incident_id, status, body, origin, display_at, edited_at: null };
  const { id } = await trx.insertInto('incident_updates').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Whether these targets mean all websites. */
export const isGeneral = ({ website_ids, monitor_ids }: Pick<StoredIncident, 'website_ids' | 'monitor_ids'>): 0 | 1 =>
  website_ids.length + monitor_ids.length === 0 ? 1 : 0;

export async function setWebsites(trx: DatabaseTransaction, incident_id: number, ids: readonly number[]) {
  await trx.deleteFrom('incident_websites').where('incident_id', '=', incident_id).execute();
  for (const chunk of rowChunks([...new Set(ids)])) {
    const rows = chunk.map((website_id) => ({ incident_id, website_id }));
    await trx.insertInto('incident_websites').values(rows).execute();
  }
}

export async function setMonitors(trx: DatabaseTransaction, incident_id: number, ids: readonly number[]) {
  await trx.deleteFrom('incident_monitors').where('incident_id', '=', incident_id).execute();
  for (const chunk of rowChunks([...new Set(ids)])) {
    const rows = chunk.map((monitor_id) => ({ incident_id, monitor_id }));
    await trx.insertInto('incident_monitors').values(rows).execute();
  }
}

/** Locks an incident until the transaction ends; undefined when there is none. */
export async function lockIncident(trx: DatabaseTransaction, id: number): Promise<StoredIncident | undefined> {
  // Writing the present value locks the row, in both databases.
  await trx
    .updateTable('incidents')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .execute();
  return findIncident(trx, id);
}

/**
 * Derives and writes the incident's state from its updates. `started_at`: set by a person, milliseconds since the
 * epoch.
 */
export async function settleIncident(
  trx: DatabaseTransaction,
  { id, started_at, updated_at }: Pick<IncidentRow, 'id' | 'started_at' | 'updated_at'>,
  now: number,
): Promise<void> {
  const updates = await readUpdates(trx, [id]);
  const resolved_at = resolvedAt(updates);
  const settled = {
    started_at: startedAt(started_at, updates),
    resolved_at,
    // Feed readers detect a change by it, even after a backward clock change.
    updated_at: Math.max(now, updated_at + 1),
  };
  const query = trx.updateTable('incidents').set(settled).where('id', '=', id);
  // A reopened incident belongs to a person: another may have been opened automatically meanwhile.
  const reopened = query.where('resolved_at', 'is not', null).set({ automatic_website_id: null });
  const rows = resolved_at === null ? await reopened.returning('id').execute() : [];
  if (rows.length === 0) await query.execute();
}
