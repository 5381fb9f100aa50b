import { createHash } from 'node:crypto';
import { type HeartbeatOptions, storedHeartbeatOptions } from '@upvigil/core/contract/heartbeats';
import { limits } from '@upvigil/core/limits';
import { PostgresAdapter, type SqlBool, sql } from 'kysely';
import { type RunState, storedRunState } from '../../base/domain/heartbeat-runs.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { compiledForRows } from '../../storage/statements/compiled-rows.ts';
import type { HeartbeatRow, PingRow } from '../../storage/tables/heartbeat-tables.ts';
import type { MonitorRow } from '../../storage/tables.ts';

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A heartbeat, with the columns of its monitor that change with any other column of it. */
export type StoredHeartbeat = HeartbeatRow & Pick<MonitorRow, 'revision' | 'last_check_id' | 'created_at'>;

/** By stored text: to validate a time zone takes 0.1 ms, a third of what a ping may take. */
const knownOptions = new Map<string, HeartbeatOptions>();
const mostKnownOptions = 10_000;

export function optionsOf({ id, options }: Pick<MonitorRow, 'id' | 'options'>): HeartbeatOptions {
  const text = options ?? 'null';
  const known = knownOptions.get(text);
  if (known) return known;
  const parsed = storedHeartbeatOptions.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`The options of heartbeat ${id} are not valid`);
  if (knownOptions.size >= mostKnownOptions) knownOptions.clear();
  knownOptions.set(text, parsed.data);
  return parsed.data;
}

export const runStateOf = ({ run_state }: Pick<HeartbeatRow, 'run_state'>): RunState =>
  storedRunState.parse(JSON.parse(run_state));

const heartbeats = (db: Database) =>
  db
    .selectFrom('heartbeats as h')
    .innerJoin('monitors as m', 'm.id', 'h.monitor_id')
    .select(['h.monitor_id', 'h.key_hash', 'h.last_n', 'h.run_state', 'h.deadline_at'])
    .select(['m.revision', 'm.last_check_id', 'm.created_at']);

/** Locks the rows of PostgreSQL until the end of the transaction. SQLite has one connection. */
const locked = (db: Database) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? heartbeats(db).forUpdate('h') : heartbeats(db);

const selectByHash = compiledForRows(
  (hash: string) => [hash],
  (db, hashes) => locked(db).where('h.key_hash', 'in', hashes).orderBy('h.monitor_id'),
);

/** The heartbeats with these keys, locked, by id. */
export async function takeByHash(trx: DatabaseTransaction, hashes: readonly string[]): Promise<StoredHeartbeat[]> {
  const found: StoredHeartbeat[] = [];
  // In order, so that two processes never wait for each other.
  for (const chunk of rowChunks([...new Set(hashes)].sort())) found.push(...(await selectByHash(trx, chunk)).rows);
  return found;
}

/** Ids of enabled heartbeats whose deadline has passed. The one statement of a sweep without any. */
export async function findOverdue(db: Database, now: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('heartbeats')
    .select('monitor_id')
    .where('deadline_at', '<', now)
    .orderBy('deadline_at')
    .limit(most)
    .execute();
  return rows.map(({ monitor_id }) => monitor_id);
}

/** The same heartbeats, locked, if their deadline is still over. */
export const takeOverdue = (
  trx: DatabaseTransaction,
  ids: readonly number[],
  now: number,
): Promise<StoredHeartbeat[]> =>
  locked(trx)
    .where('h.monitor_id', 'in', ids)
    .where('h.deadline_at', '<', now)
    .where('m.enabled', '=', 1)
    .orderBy('h.monitor_id')
    .execute();

export async function readHeartbeats(db: Database, ids: readonly number[]): Promise<Map<number, HeartbeatRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('heartbeats').selectAll().where('monitor_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.monitor_id, row]));
}

export const insertHeartbeat = (trx: DatabaseTransaction, row: HeartbeatRow) =>
  trx.insertInto('heartbeats').values(row).execute();

export const updateHeartbeat = (
  trx: DatabaseTransaction,
  monitorId: number,
  change: Partial<Omit<HeartbeatRow, 'monitor_id'>>,
) => trx.updateTable('heartbeats').set(change).where('monitor_id', '=', monitorId).execute();

type Progress = Pick<HeartbeatRow, 'monitor_id' | 'last_n' | 'run_state' | 'deadline_at'>;

const updateRows = compiledForRows(
  ({ monitor_id, last_n, run_state, deadline_at }: Progress) => [monitor_id, last_n, run_state, deadline_at],
  (db, rows) =>
    db
      .with(
        'states(monitor_id, last_n, run_state, deadline_at)' as 'states',
        () => sql<Progress>`(values ${sql.join(rows.map(progressRow))})`,
      )
      .updateTable('heartbeats')
      .from('states')
      .set((eb) => ({
        last_n: eb.ref('states.last_n'),
        run_state: eb.ref('states.run_state'),
        deadline_at: eb.ref('states.deadline_at'),
      }))
      .whereRef('heartbeats.monitor_id', '=', 'states.monitor_id'),
);

/** The first row of a VALUES list determines the types, so it has casts. */
const progressRow = ({ monitor_id, last_n, run_state, deadline_at }: Progress, at: number) =>
  at > 0
    ? sql`(${monitor_id}, ${last_n}, ${run_state}, ${deadline_at})`
    : sql`(cast(${monitor_id} as bigint), cast(${last_n} as integer), cast(${run_state} as text), cast(${deadline_at} as bigint))`;

export async function writeProgress(trx: DatabaseTransaction, rows: readonly Progress[]): Promise<void> {
  for (const chunk of rowChunks(rows)) await updateRows(trx, chunk);
}

const insertPings = compiledForRows(
  (row: PingRow) => Object.values(row),
  (db, rows) => db.insertInto('heartbeat_pings').values(rows),
);

type Place = Pick<PingRow, 'monitor_id' | 'n'>;
const placeOf = ({ monitor_id, n }: Place, at: number) =>
  at > 0 ? sql`(${monitor_id}, ${n})` : sql`(cast(${monitor_id} as bigint), cast(${n} as integer))`;
const isIn = (places: readonly Place[]) => sql<SqlBool>`(monitor_id, n) in (values ${sql.join(places.map(placeOf))})`;
const valuesOfPlace = ({ monitor_id, n }: Place) => [monitor_id, n];

const deletePings = compiledForRows(valuesOfPlace, (db, places: readonly Place[]) =>
  db.deleteFrom('heartbeat_pings').where(isIn(places)),
);
const deleteTexts = compiledForRows(valuesOfPlace, (db, places: readonly Place[]) =>
  db.updateTable('heartbeat_pings').set({ text: sql<null>`null` }).where(isIn(places)),
);

/** Stores pings, and deletes those and the texts that each pushes out. */
export async function addPings(trx: DatabaseTransaction, pings: readonly PingRow[]): Promise<void> {
  for (const chunk of rowChunks(pings)) await insertPings(trx, chunk);
  const { pings: kept, pingTexts } = limits.heartbeat;
  for (const chunk of rowChunks(pushedOut(pings, kept))) await deletePings(trx, chunk);
  for (const chunk of rowChunks(pushedOut(pings, pingTexts))) await deleteTexts(trx, chunk);
}

const pushedOut = (pings: readonly PingRow[], kept: number): Place[] =>
  pings.flatMap(({ monitor_id, n }) => (n > kept ? [{ monitor_id, n: n - kept }] : []));

/** Newest first. */
export const listPings = (db: Database, monitorId: number): Promise<PingRow[]> =>
  db
    .selectFrom('heartbeat_pings')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .orderBy('n', 'desc')
    .limit(limits.heartbeat.pings)
    .execute();

export const findPing = (db: Database, monitorId: number, n: number): Promise<PingRow | undefined> =>
  db
    .selectFrom('heartbeat_pings')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .where('n', '=', n)
    .executeTakeFirst();

export async function isKeyTaken(db: Database, hash: string, except: number | null): Promise<boolean> {
  const row = await db.selectFrom('heartbeats').select('monitor_id').where('key_hash', '=', hash).executeTakeFirst();
  return row !== undefined && row.monitor_id !== except;
}
