import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWebsite } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { Database } from '../database.ts';
import { type CommitWork, withCommitWork } from './before-commit.ts';

let test: TestStorage;
let found: unknown[];
beforeEach(async () => {
  test = await openTestStorage();
  found = [];
});
afterEach(() => test.close());

/** Notes what it sees of websites, within the transaction, and the id that was inserted. */
const looking = (): CommitWork => ({
  isDone: false,
  async beforeCommit(run, insertedId) {
    const names = await run(test.db.selectFrom('websites').select('name').orderBy('id').compile());
    found.push([names.map(({ name }) => name), insertedId]);
  },
});
const failing = (): CommitWork => ({
  isDone: false,
  beforeCommit: () => Promise.reject(new Error('it cannot be written down')),
});
const names = async (): Promise<string[]> =>
  (await test.db.selectFrom('websites').select('name').orderBy('id').execute()).map(({ name }) => name);
const rename = (db: Database, name: string) => db.updateTable('stored_websites').set({ name }).execute();

describe('what is done before the first commit of a piece of work', () => {
  it('sees what the transaction changed, and what it inserted first', async () => {
    const work = looking();
    const { id } = await withCommitWork(work, () =>
      test.db.transaction().execute(async (trx) => {
        const made = await makeWebsite(trx, { name: 'Shop' });
        await rename(trx, 'Store');
        return made;
      }),
    );
    expect(found).toEqual([[['Store'], id]]);
    expect(work.isDone).toBe(true);
  });

  it('is done once, also where several transactions follow', async () => {
    await withCommitWork(looking(), async () => {
      await makeWebsite(test.db, { name: 'Shop' });
      await rename(test.db, 'Store');
      await test.db.transaction().execute((trx) => rename(trx, 'Market'));
    });
    expect(found).toHaveLength(1);
    expect(await names()).toEqual(['Market']);
  });

  it('is not done for what reads, changes no row, or is rolled back', async () => {
    const work = looking();
    await withCommitWork(work, async () => {
      await names();
      await rename(test.db, 'nobody');
      await test.db.transaction().execute((trx) => trx.selectFrom('websites').select('id').execute());
      const broken = test.db.transaction().execute(async (trx) => {
        await makeWebsite(trx, { name: 'Shop' });
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
    });
    expect([found, work.isDone]).toEqual([[], false]);
    await withCommitWork(work, () => makeWebsite(test.db, { name: 'Later' }));
    expect(found).toHaveLength(1);
  });

  it.each([
    ['a lone statement', () => makeWebsite(test.db, { name: 'Shop' })],
    ['a transaction', () => test.db.transaction().execute((trx) => makeWebsite(trx, { name: 'Shop' }))],
  ])('where it fails, %s changes nothing', async (_what, change) => {
    const work = failing();
    await expect(withCommitWork(work, change)).rejects.toThrow('it cannot be written down');
    expect([await names(), work.isDone]).toEqual([[], false]);
    await makeWebsite(test.db, { name: 'Next' });
    expect(await names()).toEqual(['Next']);
  });

  it('concerns nobody else', async () => {
    await withCommitWork(looking(), () => names());
    await makeWebsite(test.db, { name: 'Shop' });
    expect(found).toEqual([]);
  });
});
