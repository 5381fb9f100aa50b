import { quarterHour } from '@upvigil/server/checks/record/rollups/rollup';
import type { Database } from '@upvigil/server/storage/database';
import { fillHistory } from '@upvigil/server/testing/rows';

const quarters = 5 * 24 * 4;

/**
 * Adds a check for each quarter of an hour of the last days to a monitor, with roll-ups, because PostgreSQL stores each
 * day separately. Resolves with the times of the checks in ms since the epoch.
 */
export async function fillPastDays(db: Database, monitorId: number, now: number): Promise<number[]> {
  const to = Math.floor(now / quarterHour) * quarterHour;
  const from = to - quarters * quarterHour;
  const times = Array.from({ length: quarters }, (_, at) => from + at * quarterHour);
  await fillHistory(db, { monitor_ids: [monitorId], from, to, interval_seconds: quarterHour / 1000 });
  const rows = times.map((checked_at) => ({ monitor_id: monitorId, checked_at, is_up: 1 as const, status_code: 200 }));
  await db.insertInto('checks').values(rows).execute();
  return times;
}
