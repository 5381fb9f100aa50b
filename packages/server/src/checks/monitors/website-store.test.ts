import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWebsite } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { updateWebsite } from './website-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

it('an edit keeps what it does not name, and finds no website that is gone', async () => {
  const { id } = await makeWebsite(test.db, { name: 'Shop', description: 'sells' });
  expect(await updateWebsite(test.db, id, { name: 'Store' })).toBe(true);
  const row = await test.db.selectFrom('websites').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Store', description: 'sells' });
  await test.db.updateTable('stored_websites').set({ deleted_at: 1 }).execute();
  expect(await updateWebsite(test.db, id, { name: 'Shop' })).toBe(false);
});
