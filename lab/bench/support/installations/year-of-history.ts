import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { fillHistory, makeAlert, makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import { sql } from 'kysely';

export const websites = 100;
const monitorsEach = 5;
const minute = 60_000;
const day = 24 * 60 * minute;
/** The retention period. */
const rawDays = 30;
const quarterDays = 8;

/**
 * Fills an empty data folder with 100 websites of 5 monitors that were checked once a minute for a year: all roll-ups,
 * the raw checks of the last 30 days, and an outage of each monitor every month. Monitor N requests `/?id=N` of the
 * target every hour, first after one hour.
 */
export async function seedYear(dataDir: string, targetUrl: string): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const { db } = storage;
  const now = Date.now();
  const ids: number[] = [];
  for (let website = 1; website <= websites; website++) {
    const { id: website_id } = await makeWebsite(db, {
      name: `Website ${website}`,
      description: 'Cart, payment and order API',
      created_at: now - 365 * day,
    });
    for (let place = 0; place < monitorsEach; place++) {
      const monitor = await makeMonitor(db, {
        website_id,
        target: `${targetUrl}/?id=${ids.length + 1}`,
        check_interval_seconds: 3600,
        created_at: now - 365 * day,
        next_due_at: now + 60 * minute,
        is_up: 1,
        last_check_time: now,
      });
      ids.push(monitor.id);
      for (let month = 1; month <= 12; month++) {
        const created_at = now - month * 30 * day + place * minute;
        const opened = await makeAlert(db, monitor, { created_at, ended_at: created_at + 10 * minute });
        const recovered = { alert_type: 'RECOVERED', message: 'is up again', ends_alert_id: opened.id } as const;
        await makeAlert(db, monitor, { ...recovered, created_at: created_at + 10 * minute });
      }
    }
  }
  await fillHistory(db, {
    monitor_ids: ids,
    from: now - 365 * day,
    to: now,
    interval_seconds: 60,
    quarter_days: quarterDays,
    check: (at) => ({
      is_up: at % (30 * day) >= 10 * minute,
      is_slow: false,
      response_time_us: 100_000 + (((at / 1000) * 7919) % 40_000),
      status: null,
    }),
  });
  await addRawChecks(storage, now);
  await storage.close();
}

/** One check a minute for each monitor, in the order in which they would have been stored. */
async function addRawChecks({ db }: Storage, now: number): Promise<void> {
  const minutes = (rawDays * day) / minute;
  await sql`
    insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code)
    with recursive minutes(n) as (select ${sql.lit(minutes)} union all select n - 1 from minutes where n > 1)
    select id, ${sql.lit(now)} - n * ${sql.lit(minute)} + id * 100, 1, 100000 + (n * 7919) % 40000, 200
    from minutes cross join monitors order by n desc, id`.execute(db);
}
