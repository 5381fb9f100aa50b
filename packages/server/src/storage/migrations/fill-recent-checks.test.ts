import { mostRecentChecks } from '@upvigil/core/contract/names/states';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { decodeRecentChecks } from '../../base/domain/recent-checks.ts';
import { makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { rowChunks } from '../row-chunks.ts';
import { fillRecentChecks, type OldTables } from './fill-recent-checks.ts';

async function openUnfilled() {
  const test = await openTestStorage();
  onTestFinished(() => test.close());
  const { id: website_id } = await makeWebsite(test.db);
  return {
    ...test,
    /** A monitor with one check for each time, the newest last. */
    async addMonitor(timesUs: readonly (number | null)[], given: Parameters<typeof makeMonitor>[1] = {}) {
      const { id: monitor_id } = await makeMonitor(test.db, { website_id, ...given });
      const rows = timesUs.map((response_time_us, at) => ({
        ...({
          monitor_id,
          response_time_us,
          checked_at: testNow + at,
          is_up: response_time_us === null ? 0 : 1,
        } as const),
      }));
      for (const chunk of rowChunks(rows)) await test.db.insertInto('checks').values(chunk).execute();
      return monitor_id;
    },
    async fill(): Promise<Map<number, string | null>> {
      await test.storage.migration((transaction) => fillRecentChecks(transaction as unknown as Kysely<OldTables>));
      const rows = await test.db.selectFrom('monitors').select(['id', 'recent_checks']).execute();
      return new Map(rows.map(({ id, recent_checks }) => [id, recent_checks]));
    },
  };
}

it('the last checks that are there stand beside each monitor', async () => {
  const test = await openUnfilled();
  const long = await test.addMonitor(
    Array.from({ length: 700 }, (_, at) => at * 1000),
    { last_check_id: 1 },
  );
  const mixed = await test.addMonitor([2_000_000, 2_000_001, null], {
    last_check_id: 1,
    response_time_threshold_seconds: 2,
  });
  const never = await test.addMonitor([]);
  const otherTarget = await test.addMonitor([1000], { last_check_id: null });
  const filled = await test.fill();
  expect(decodeRecentChecks(filled.get(long) ?? null)).toEqual(
    Array.from({ length: mostRecentChecks }, (_, at) => ({ state: 'up', ms: 700 - mostRecentChecks + at })),
  );
  expect(decodeRecentChecks(filled.get(mixed) ?? null)).toEqual([
    { state: 'up', ms: 2000 },
    { state: 'slow', ms: 2000 },
    { state: 'down', ms: null },
  ]);
  expect([filled.get(never), filled.get(otherTarget)]).toEqual([null, null]);
});

it('of more monitors than one statement takes, each has its own', async () => {
  const test = await openUnfilled();
  const ids: number[] = [];
  for (let at = 0; at < 300; at++) ids.push(await test.addMonitor([at * 1000], { last_check_id: 1 }));
  const filled = await test.fill();
  expect(ids.map((id) => decodeRecentChecks(filled.get(id) ?? null)[0]?.ms)).toEqual(ids.map((_, at) => at));
});
