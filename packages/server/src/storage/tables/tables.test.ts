import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { tables, writtenTable } from '../tables.ts';
import type { Table } from './table.ts';

const described = Object.entries<Table>(tables);

/** Columns of a table in the database, by name, and whether each may be null. */
async function columnsOf({ storage, db }: TestStorage, table: string): Promise<Record<string, boolean>> {
  const made =
    storage.dialect === 'sqlite'
      ? sql<{ name: string; isNullable: number }>`
          select name, not ("notnull" or pk) as "isNullable" from pragma_table_info(${table})`
      : sql<{ name: string; isNullable: boolean }>`
          select column_name as name, is_nullable = 'YES' as "isNullable" from information_schema.columns
          where table_schema = 'public' and table_name = ${table}`;
  const { rows } = await made.execute(db as unknown as Kysely<unknown>);
  return Object.fromEntries(rows.map(({ name, isNullable }) => [name, Boolean(isNullable)]));
}

test('the columns of the database are those that are described, and null where that is', async () => {
  const opened = await openTestStorage();
  onTestFinished(() => opened.close());
  for (const [name, { columns }] of described) {
    const made = await columnsOf(opened, writtenTable(name));
    // The views `websites` and `monitors` hide it.
    delete made.deleted_at;
    expect(made, name).toEqual(
      Object.fromEntries(Object.entries(columns).map(([column, { isValid }]) => [column, isValid(null)])),
    );
  }
});
