import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allRows } from '../../packages/server/src/operations/backup/testing/all-rows.ts';
import { anyOperation, replaceByLife } from '../../packages/server/src/operations/backup/testing/any-life.ts';
import { testBackups } from '../../packages/server/src/operations/backup/testing/test-backups.ts';
import { openTestStorage } from '../../packages/server/src/testing/test-storage.ts';

it('a backup brings any database back row by row, over any other', async () => {
  const life = fc.array(anyOperation, { minLength: 5, maxLength: 60, size: 'max' });
  const source = await openTestStorage();
  const target = await openTestStorage();
  await fc.assert(
    fc.asyncProperty(life, life, async (steps, otherSteps) => {
      await replaceByLife(source.db, steps);
      await replaceByLife(target.db, otherSteps);
      const expected = await allRows(source.db);
      const backups = testBackups(source);
      const { name } = await backups.create(null);
      await testBackups(target).restore(Readable.from([readFileSync((await backups.find(name)).file)]));
      expect(await allRows(target.db)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
  await source.close();
  await target.close();
});
