import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { makeMonitors, makeWebsite } from '@upvigil/server/testing/rows';
import type { RecordedTime } from '../../../support/targets/known-target.ts';

export interface Watched {
  monitors: number;
  intervalSeconds: number;
  websites: number;
}

/**
 * Writes an installation with unchecked URLs, the paths `/?id=1` and so on of the target. Their ids are these numbers.
 */
export async function seedWatched(dataDir: string, targetUrl: string, watched: Watched): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const created_at = Date.now();
  const row = (id: number) => ({
    id,
    website_id: 1 + (id % watched.websites),
    created_at,
    target: `${targetUrl}/?id=${id}`,
    timeout_seconds: 8,
    check_interval_seconds: watched.intervalSeconds,
    response_time_threshold_seconds: 60,
  });
  await storage.db.transaction().execute(async (trx) => {
    for (let id = 1; id <= watched.websites; id++) await makeWebsite(trx, { id, name: `Website ${id}`, created_at });
    await makeMonitors(
      trx,
      Array.from({ length: watched.monitors }, (_, at) => row(at + 1)),
    );
  });
  await storage.close();
}

/** All checks since that time (ms since the epoch) that were up, by monitor, in order. */
export async function recordedSince(storage: Storage, since: number): Promise<RecordedTime[]> {
  const rows = await storage.db
    .selectFrom('checks')
    .select(['monitor_id', 'checked_at', 'response_time_us'])
    .where('checked_at', '>=', since)
    .where('is_up', '=', 1)
    .orderBy('monitor_id')
    .orderBy('checked_at')
    .execute();
  return rows.map(({ monitor_id, checked_at, response_time_us }) => ({
    id: monitor_id,
    at: checked_at,
    took: (response_time_us ?? Number.NaN) / 1000,
  }));
}
