import { encodeStoredChecks } from '@upvigil/server/base/domain/recent-checks';
import { rollupTables } from '@upvigil/server/checks/record/rollups/rollup';
import { type Database, openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import type { MonitorRow } from '@upvigil/server/storage/tables';
import { fillHistory, makeAlert, makeMonitor, makeWebsite } from '@upvigil/server/testing/rows';
import { sql } from 'kysely';

/** Of the first website. The others have 20. */
const monitorsOfFirst = 500;
const monitorsOfOthers = 20;
const minute = 60_000;
const day = 24 * 60 * minute;
const quarterDays = 8;
/** Minutes between two failed checks of a monitor. */
const minutesBetweenFailures = 4321;
/** Created after the rows, which is ten times faster than before. */
const laterIndexes = [
  'checks_by_monitor',
  'checks_with_screenshot',
  ...rollupTables.map((table) => `${table}_by_monitor`),
];

export interface LongHistory {
  monitors: number;
  /** Number of raw checks of all monitors together, one a minute each, up to `now`. */
  checks: number;
  /** Days of roll-ups and alerts. */
  days: number;
  /** End of the history in ms since the epoch. */
  now: number;
}

/**
 * Writes a data folder with a long history. Statements generate the rows: 50 million checks of 1,150 monitors take some
 * minutes.
 */
export async function seedLongHistory(dataDir: string, history: LongHistory): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  const { db } = storage;
  await migrate(storage);
  await sql.raw('pragma synchronous = off').execute(db);
  const definitions = await sql<{ sql: string; name: string }>`select name, sql from sqlite_master where type = 'index'
    and name in (${sql.join(laterIndexes)}) order by rowid`.execute(db);
  for (const { name } of definitions.rows) await db.schema.dropIndex(name).execute();
  const ids = await addMonitors(storage, history);
  await addRollups(storage, ids, history);
  await addChecks(storage, history);
  for (const definition of definitions.rows) await sql.raw(definition.sql).execute(db);
  await showLastChecks(storage);
  await storage.close();
}

async function addMonitors({ db }: Storage, history: LongHistory): Promise<number[]> {
  const ids: number[] = [];
  await db.transaction().execute(async (trx) => {
    while (ids.length < history.monitors) {
      const count = Math.min(ids.length === 0 ? monitorsOfFirst : monitorsOfOthers, history.monitors - ids.length);
      ids.push(...(await addWebsite(trx, `Website ${ids.length}`, count, history)));
    }
  });
  await sql`
    insert into deliveries (alert_id, channel, recipient, status, attempts, created_at, sent_at)
    select id, 'email', 'ops@example.com', 'sent', 1, created_at, created_at + 900 from alerts`.execute(db);
  return ids;
}

async function addWebsite(db: Database, name: string, count: number, { now, days }: LongHistory): Promise<number[]> {
  const created_at = now - days * day;
  const { id: website_id } = await makeWebsite(db, { name, created_at });
  const ids: number[] = [];
  for (let place = 0; place < count; place++) {
    const kind = place % 5 === 4 ? 'TCP_PORT' : 'URL';
    const target = kind === 'URL' ? `https://shop.example.com/${place}` : 'db.example.com';
    const given = { website_id, kind, target, created_at, is_up: 1, next_due_at: now + 60 * minute } as const;
    const monitor = await makeMonitor(db, given);
    ids.push(monitor.id);
    await addAlerts(db, monitor, { from: created_at + place * minute, to: now });
  }
  return ids;
}

/** An outage of five minutes each week. */
async function addAlerts(db: Database, monitor: MonitorRow, { from, to }: { from: number; to: number }): Promise<void> {
  for (let at = from; at < to; at += 7 * day) {
    const opened = await makeAlert(db, monitor, { created_at: at, ended_at: at + 5 * minute });
    const ended = { created_at: at + 5 * minute, ends_alert_id: opened.id, cause: null };
    await makeAlert(db, monitor, { ...ended, alert_type: 'RECOVERED', message: 'is up again' });
  }
}

/** The rows of the first monitor, copied for all others, in the order in which they are stored. */
async function addRollups({ db }: Storage, [first = 0]: readonly number[], { days, now }: LongHistory): Promise<void> {
  await fillHistory(db, {
    monitor_ids: [first],
    from: now - days * day,
    to: now,
    interval_seconds: 60,
    quarter_days: quarterDays,
    check: (at) => ({
      is_up: Math.floor(at / minute) % minutesBetweenFailures !== 0,
      is_slow: false,
      response_time_us: 100_000 + (((at / 1000) * 7919) % 40_000),
      status: Math.floor(at / minute) % minutesBetweenFailures === 0 ? '503' : null,
    }),
  });
  for (const table of rollupTables) {
    await sql`create temp table pattern as select * from ${sql.table(table)}`.execute(db);
    await sql`
      insert into ${sql.table(table)} (bucket_start, monitor_id, checks, failures, slow, sum_us, min_us, max_us, sketch, status_counts)
      select p.bucket_start, m.id, p.checks, p.failures, p.slow, p.sum_us, p.min_us, p.max_us, p.sketch, p.status_counts
      from pattern p cross join monitors m where m.id <> ${sql.lit(first)}`.execute(db);
    await sql`drop table pattern`.execute(db);
  }
}

/** In the order in which checks would have been stored. */
async function addChecks({ db }: Storage, { monitors, checks, now }: LongHistory): Promise<void> {
  const perMonitor = Math.floor(checks / monitors);
  const isUp = sql.raw(`n % ${minutesBetweenFailures} <> 0`);
  await sql`
    insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code, error_message)
    with recursive minutes(n) as (select ${sql.lit(perMonitor)} union all select n - 1 from minutes where n > 1)
    select id, ${sql.lit(now)} - n * ${sql.lit(minute)} + id * 20, ${isUp},
      case when ${isUp} then 100000 + (n * 7919) % 40000 end, case when ${isUp} then 200 else 503 end,
      case when not (${isUp}) then 'HTTP 503' end
    from minutes cross join monitors`.execute(db);
}

/** Lists read each monitor's recent checks from its own row. */
async function showLastChecks({ db }: Storage): Promise<void> {
  const last = await db.selectFrom('checks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const strip = encodeStoredChecks(
    Array.from({ length: 30 }, () => last),
    5,
  );
  await sql`update stored_monitors set recent_checks = ${strip},
    (last_check_id, last_check_time) = (select id, checked_at from checks c where c.monitor_id = stored_monitors.id
      order by checked_at desc, id desc limit 1)`.execute(db);
}
