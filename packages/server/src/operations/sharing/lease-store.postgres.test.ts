import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { leaseTimes } from '../../base/domain/lease-times.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { claimFree } from './lease-store.ts';

test('the live workers are computed once for all monitors, and not for each', async () => {
  const opened = await openTestStorage();
  onTestFinished(() => opened.close());
  const statements: string[] = [];
  opened.storage.onStatement((text) => statements.push(text));
  await claimFree(opened.db, 'one', 10, leaseTimes.leaseMilliseconds);
  const { rows } = await sql<Record<string, string>>`
    explain (generic_plan) ${sql.raw(statements[0] ?? '')}
  `.execute(opened.db);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toMatch(/Anti Join/);
  expect(plan).not.toMatch(/SubPlan/);
});
