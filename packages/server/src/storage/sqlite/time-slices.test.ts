import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteDialect } from './sqlite-dialect.ts';

it('reads what came in between the statements of many that ask at once', async () => {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<unknown>({ dialect: sqliteDialect(database) });
  onTestFinished(() => db.destroy());
  const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000) select sum(i) from n`;
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const readers = Array.from({ length: 10 }, async () => {
    for (let at = 0; at < 10; at += 1) await slow.execute(db);
  });
  await Promise.all(readers);
  isOver = true;
  // A hundred statements of some milliseconds each; without pauses all of them are one turn.
  expect(turns).toBeGreaterThan(5);
});
