import { type CompiledQuery, type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../storage/database.ts';
import type { Part, PartColumn } from './parts.ts';

/** The tables seen as what all have in common: rows of plain values, addressed by names that parts.ts holds. */
type Rows = Kysely<Record<string, Record<string, PartColumn>>>;
type Row = Record<string, PartColumn>;

const rowsPerPage = 1000;
/** Well below what SQLite (32,766) and PostgreSQL (65,535) take. */
const parametersPerInsert = 20_000;
const rowsPerDelete = 5000;

/** The rows of a part in the order of its key, a page at a time, each row as the values of its columns. */
export async function* readPages(database: Database, part: Part): AsyncGenerator<PartColumn[][], void, void> {
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

/** Writes rows of one part, as many in a statement as the databases take; the statements are compiled once. */
export function createRowWriter(transaction: DatabaseTransaction, part: Part): (rows: PartColumn[][]) => Promise<void> {
  const rowsPerInsert = Math.floor(parametersPerInsert / part.columns.length);
  const whole = compileInsert(transaction, part, rowsPerInsert);
  return async (rows) => {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const batch = rows.slice(start, start + rowsPerInsert);
      const statement = batch.length === rowsPerInsert ? whole : compileInsert(transaction, part, batch.length);
      await transaction.executeQuery({ ...statement, parameters: batch.flat() });
    }
  };
}

function compileInsert(transaction: DatabaseTransaction, part: Part, rowCount: number): CompiledQuery {
  const empty = Object.fromEntries(part.columns.map((column) => [column, null]));
  const rows = transaction as unknown as Rows;
  return rows
    .insertInto(part.table)
    .values(Array.from({ length: rowCount }, () => empty))
    .compile();
}

/** Deletes all rows of a part in statements that are each short, with a pause in which other work gets its turn. */
export async function deleteRows(
  transaction: DatabaseTransaction,
  part: Part,
  pause: () => Promise<void>,
): Promise<void> {
  const rows = transaction as unknown as Rows;
  const key = part.columns[part.key[0] ?? 0] ?? '';
  for (let bound = await boundOf(rows, part, key); bound !== null; bound = await boundOf(rows, part, key)) {
    await rows.deleteFrom(part.table).where(key, '<=', bound).execute();
    await pause();
  }
}

/** The key up to which one statement may delete, or null when nothing is left. */
async function boundOf(rows: Rows, part: Part, key: string): Promise<PartColumn> {
  const found = await rows
    .selectFrom((query) => query.selectFrom(part.table).select(key).orderBy(key).limit(rowsPerDelete).as('next'))
    .select((query) => query.fn.max<string | number | null>(`next.${key}`).as('bound'))
    .executeTakeFirst();
  return found?.bound ?? null;
}
