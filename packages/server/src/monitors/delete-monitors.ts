import { deleteChecksOf } from '../results/check-store.ts';
import { rollupTables } from '../results/rollups/rollup.ts';
import { forgetSumsWith } from '../results/rollups/website-sums-store.ts';
import type { Database } from '../storage/database.ts';
import { inSmallSteps } from '../storage/small-steps.ts';

/** Roll-up rows or alerts deleted at a time. */
const deletedAtOnce = 1024;

/**
 * Deletes monitors with all that hangs on them. Resolves with the names of their screenshots. What may be much goes first
 * and in small steps; what came meanwhile goes with the monitor itself.
 */
export async function deleteMonitors(db: Database, ids: readonly number[]): Promise<string[]> {
  const screenshots: string[] = [];
  for (const id of ids) {
    screenshots.push(...(await deleteChecksOf(db, id)).screenshots);
    await deleteRollupsOf(db, id);
    await deleteAlertsOf(db, id);
    screenshots.push(...(await deleteRow(db, id)));
  }
  return screenshots;
}

async function deleteRollupsOf(db: Database, monitorId: number): Promise<void> {
  // Here too: when this breaks off, its website has summed what is gone.
  await forgetSumsWith(db, monitorId);
  for (const table of rollupTables) {
    await inSmallSteps(async () => {
      const rows = await db
        .selectFrom(table)
        .select('bucket_start')
        .where('monitor_id', '=', monitorId)
        .orderBy('bucket_start')
        .limit(deletedAtOnce)
        .execute();
      const last = rows.at(-1);
      if (!last) return { isDone: true };
      await db
        .deleteFrom(table)
        .where('monitor_id', '=', monitorId)
        .where('bucket_start', '<=', last.bucket_start)
        .execute();
      return { isDone: rows.length < deletedAtOnce };
    });
  }
}

async function deleteAlertsOf(db: Database, monitorId: number): Promise<void> {
  await inSmallSteps(async () => {
    const some = db.selectFrom('alerts').select('id').where('monitor_id', '=', monitorId).limit(deletedAtOnce);
    const { numDeletedRows } = await db.deleteFrom('alerts').where('id', 'in', some).executeTakeFirstOrThrow();
    return { isDone: numDeletedRows < deletedAtOnce };
  });
}

async function deleteRow(db: Database, id: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('checks')
      .select('screenshot')
      .where('monitor_id', '=', id)
      .where('screenshot', 'is not', null)
      .execute();
    await forgetSumsWith(trx, id);
    await trx.deleteFrom('monitors').where('id', '=', id).execute();
    return rows.flatMap(({ screenshot }) => screenshot ?? []);
  });
}
