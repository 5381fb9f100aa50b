import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWebsite } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { compiledForRows } from './compiled-rows.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const valuesOf = (name: string): unknown[] => [name];

it('a statement that was compiled for some rows finds others, inside and outside of transactions', async () => {
  let compiled = 0;
  const find = compiledForRows(valuesOf, (db, names: readonly string[]) => {
    compiled += 1;
    return db.selectFrom('websites').select('name').where('name', 'in', names);
  });
  for (const name of ['Shop', 'Blog', 'Mail']) await makeWebsite(test.db, { name });
  expect((await find(test.db, ['Shop', 'Blog'])).rows).toHaveLength(2);
  expect((await find(test.db, ['Mail', 'nothing'])).rows).toEqual([{ name: 'Mail' }]);
  const inTransaction = await test.db.transaction().execute((trx) => find(trx, ['Blog', 'nothing']));
  expect([inTransaction.rows, compiled]).toEqual([[{ name: 'Blog' }], 1]);
  expect((await find(test.db, ['Mail'])).rows).toEqual([{ name: 'Mail' }]);
});

it('a statement that would mix up its values is refused', () => {
  const broken = compiledForRows(valuesOf, (db, names: readonly string[]) =>
    db.selectFrom('websites').select('name').where('name', 'in', names.toReversed()),
  );
  expect(() => broken(test.db, ['Shop', 'Blog'])).toThrow('not the parameters');
});
