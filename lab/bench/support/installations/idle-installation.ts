import { openSqliteStorage } from '../../../../packages/server/src/storage/database.ts';
import { migrate } from '../../../../packages/server/src/storage/migrate.ts';
import { rowChunks } from '../../../../packages/server/src/storage/row-chunks.ts';
import { makeMonitors, makeWebsite } from '../../../../packages/server/src/testing/rows.ts';

/** In each website. */
const monitorsPerWebsite = 20;

/**
 * Writes an installation whose monitors are due only after an hour, so that only the measured requests cost anything.
 * Each was checked once, and was up.
 */
export async function seedIdle(dataDir: string, monitors: number): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const { db } = storage;
  const now = Date.now();
  const row = (id: number) => ({
    id,
    website_id: Math.ceil(id / monitorsPerWebsite),
    target: `http://127.0.0.1:9/?id=${id}`,
    check_interval_seconds: 3600,
    created_at: now,
    next_due_at: now + 3_600_000,
    is_up: 1 as const,
    last_check_id: id,
    last_check_time: now,
  });
  const check = (id: number) => ({
    id,
    monitor_id: id,
    checked_at: now,
    is_up: 1 as const,
    response_time_us: 120_000 + id,
    status_code: 200,
  });
  await db.transaction().execute(async (trx) => {
    for (let website = 1; website <= Math.max(1, Math.ceil(monitors / monitorsPerWebsite)); website++) {
      await makeWebsite(trx, { id: website, name: `Website ${website}`, created_at: now });
    }
    const ids = Array.from({ length: monitors }, (_, at) => at + 1);
    await makeMonitors(trx, ids.map(row));
    for (const chunk of rowChunks(ids)) await trx.insertInto('checks').values(chunk.map(check)).execute();
  });
  await storage.close();
}
