import { type CompiledQuery, type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { writtenTable } from '../../storage/tables.ts';
import type { BackupColumn, BackupTable } from './archive/parts.ts';

/** All tables as rows of plain values. Their names and columns come from parts.ts. */
type Rows = Kysely<Record<string, Record<string, BackupColumn>>>;
type Row = Record<string, BackupColumn>;

const rowsPerPage = 1000;

/**
 * Few sizes, so that few statements stay prepared. 256 rows of any table have fewer than the 32,766 values that
 * SQLite accepts.
 */
const rowsPerInsert = [256, 16, 1] as const;
const rowsPerDelete = 5000;

/** The rows of a table in key order, a page at a time, each as the values of its columns. */
export async function* readPages(database: Database, part: BackupTable): AsyncGenerator<BackupColumn[][], void, void> {
  const rows = database as unknown as Rows;
  const key = part.key.map((place) => part.columns[place] ?? '');
  let last: Row | undefined;
  do {
    const after = last && isAfter(key, last);
    const page = await rows
      .selectFrom(part.table)
      .select([...part.columns])
      .$if(after !== undefined, (query) => query.where(after as Expression<SqlBool>))
      .orderBy(sql.join(key.map((column) => sql.ref(column))))
      .limit(rowsPerPage)
      .execute();
    if (page.length > 0) yield page.map((row) => part.columns.map((column) => row[column] ?? null));
    last = page.length === rowsPerPage ? page.at(-1) : undefined;
  } while (last);
}

function isAfter(key: readonly string[], last: Row): Expression<SqlBool> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const values = sql.join(key.map((column) => last[column]));
  return sql<SqlBool>`(${columns}) > (${values})`;
}

/**
 * Writes rows of one table, in the largest batches first. The statement of each size is compiled once and stays
 * prepared. After each of the largest, `pause` lets other work run.
 */
export function createRowWriter(
  transaction: DatabaseTransaction,
  part: BackupTable,
  pause: () => Promise<void>,
): (rows: BackupColumn[][]) => Promise<void> {
  const statements = rowsPerInsert.map((size) => ({ size, query: compileInsert(transaction, part, size) }));
  return async (rows) => {
    let start = 0;
    for (const { size, query } of statements) {
      for (; start + size <= rows.length; start += size) {
        await transaction.executeQuery({ ...query, parameters: flatten(rows, start, size) });
        if (size === rowsPerInsert[0]) await pause();
      }
    }
  };
}

/** Array.flat takes several times as long, and this runs for every value of a restore. */
function flatten(rows: BackupColumn[][], start: number, count: number): BackupColumn[] {
  const values: BackupColumn[] = [];
  for (let index = start; index < start + count; index++) {
    for (const value of rows[index] ?? []) values.push(value);
  }
  return values;
}

function compileInsert(transaction: DatabaseTransaction, part: BackupTable, rowCount: number): CompiledQuery {
  const empty = Object.fromEntries(part.columns.map((column) => [column, null]));
  const rows = transaction as unknown as Rows;
  return rows
    .insertInto(writtenTable(part.table))
    .values(Array.from({ length: rowCount }, () => empty))
    .compile();
}

/**
 * Deletes all rows of a table, including soft-deleted ones, in short statements. Between them `pause` lets other work
 * run.
 */
export async function deleteRows(
  transaction: DatabaseTransaction,
  part: BackupTable,
  pause: () => Promise<void>,
): Promise<void> {
  const rows = transaction as unknown as Rows;
  const key = part.columns[part.key[0] ?? 0] ?? '';
  for (let bound = await boundOf(rows, part, key); bound !== null; bound = await boundOf(rows, part, key)) {
    await rows.deleteFrom(writtenTable(part.table)).where(key, '<=', bound).execute();
    await pause();
  }
}

/** The key up to which the next statement deletes; null when no row is left. */
async function boundOf(rows: Rows, part: BackupTable, key: string): Promise<BackupColumn> {
  const found = await rows
    .selectFrom((query) =>
      query.selectFrom(writtenTable(part.table)).select(key).orderBy(key).limit(rowsPerDelete).as('next'),
    )
    .select((query) => query.fn.max<string | number | null>(`next.${key}`).as('bound'))
    .executeTakeFirst();
  return found?.bound ?? null;
}
