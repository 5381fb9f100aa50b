import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestStorage } from '../../testing/test-storage.ts';

/** 32 bits cannot hold milliseconds since the epoch; SQLite has no such limit. */
it('stores each time and each identifier in 64 bits', async () => {
  const { db, close } = await openTestStorage();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type in ('integer', 'smallint')
      and (column_name like '%\\_at' or column_name like '%\\_until' or column_name like '%\\_id' or column_name = 'id')
  `.execute(db);
  await close();
  expect(rows).toEqual([]);
});
