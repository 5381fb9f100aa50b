import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveFirstPasswordHash } from '../../access/password-store.ts';
import { addToSketch, emptySketch } from '../../base/domain/latency-sketch.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { allRows } from './testing/all-rows.ts';
import { anyMonitor, anyOperation, insertRows, replaceByLife } from './testing/any-life.ts';
import { testBackups } from './testing/test-backups.ts';

let source: TestStorage;
beforeEach(async () => {
  source = await openTestStorage();
});
afterEach(() => source.close());

/** Enough steps for rows of every kind. */
const steps = 300;

it('restores a database with rows of every kind row by row, into an empty installation', async () => {
  const [life = []] = fc.sample(fc.array(anyOperation, { minLength: steps, maxLength: steps }), {
    seed: 1,
    numRuns: 1,
  });
  await replaceByLife(source.db, life);
  const expected = await allRows(source.db);
  const empty = Object.entries(expected).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []));
  expect(empty).toEqual(['certificates', 'monitor_certificates', 'domains']);
  await saveFirstPasswordHash(source.db, 'of the source');
  const backups = testBackups(source);
  const { name } = await backups.create(null);
  const { file } = await backups.find(name);
  const target = await openTestStorage();
  await testBackups(target).restore(Readable.from([readFileSync(file)]));
  expect(await allRows(target.db)).toEqual(expected);
  await target.close();
});

it('reads and writes tables that are longer than a page, in the order of their keys', async () => {
  const { id: website_id } = await source.db
    .insertInto('stored_websites')
    .values({ name: 'long', description: null, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [shape] = fc.sample(anyMonitor, 1);
  if (!shape) throw new Error('no sample');
  await insertRows(source.db, 'stored_monitors', [
    { ...shape, website_id },
    { ...shape, website_id },
  ]);
  const monitors = await source.db.selectFrom('monitors').select('id').orderBy('id').execute();
  const times = Array.from({ length: 1300 }, (_, index) => index * 900_000);
  for (const { id: monitor_id } of monitors) {
    const checks = times.map((checked_at) => ({ monitor_id, checked_at, is_up: 1 as const, response_time_us: 5 }));
    const sums = { checks: 1, failures: 0, slow: 0, sum_us: 5, sketch: addToSketch(emptySketch, [5]) };
    const rollups = times.map((bucket_start) => ({ monitor_id, bucket_start, ...sums }));
    await insertRows(source.db, 'checks', checks);
    await insertRows(source.db, 'rollups_quarter_hourly', rollups);
  }
  const expected = await allRows(source.db);
  const backups = testBackups(source);
  const { name } = await backups.create(null);
  const { rows: restored } = await backups.restore(Readable.from([readFileSync((await backups.find(name)).file)]));
  expect(restored).toMatchObject({ monitors: 2, checks: 2600, rollups_quarter_hourly: 2600 });
  expect(await allRows(source.db)).toEqual(expected);
});
