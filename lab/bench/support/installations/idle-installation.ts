import { openSqliteStorage } from '../../../../packages/server/src/storage/database.ts';
import { migrate } from '../../../../packages/server/src/storage/migrate.ts';

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
    kind: 'URL' as const,
    name: null,
    port: null,
    target: `http://127.0.0.1:9/?id=${id}`,
    description: null,
    metadata_tag: null,
    metadata_value: null,
    expected_response: null,
    packet_loss_threshold: null,
    check_mode: 'http' as const,
    timeout_seconds: 8,
    failure_threshold: 2,
    check_interval_seconds: 3600,
    response_time_threshold_seconds: 60,
    enabled: 1 as const,
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
    packet_loss: null,
    metadata_found: null,
    error_message: null,
    screenshot: null,
  });
  await db.transaction().execute(async (trx) => {
    for (let website = 1; website <= Math.max(1, Math.ceil(monitors / monitorsPerWebsite)); website++) {
      const values = { id: website, name: `Website ${website}`, description: null, created_at: now };
      await trx.insertInto('stored_websites').values(values).execute();
    }
    for (let first = 1; first <= monitors; first += 500) {
      const ids = Array.from({ length: Math.min(500, monitors - first + 1) }, (_, at) => first + at);
      await trx.insertInto('stored_monitors').values(ids.map(row)).execute();
      await trx.insertInto('checks').values(ids.map(check)).execute();
    }
  });
  await storage.close();
}
