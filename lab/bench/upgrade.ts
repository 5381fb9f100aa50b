import { parseArgs } from 'node:util';
import { migrate } from '@upvigil/server/storage/migrate';
import { sql } from 'kysely';
import { loadFirstRelease } from '../../packages/server/src/testing/first-release.ts';
import { startTestPostgres } from '../../packages/server/src/testing/postgres.ts';
import { openFleet } from '../support/worker-fleet.ts';

/**
 * Duration of an upgrade from 0.1.0 on PostgreSQL with durable writes. Nearly all of it is the step that stores checks
 * by day. 1,000 monitors, with `--checks` checks over the last 30 days.
 */
const { values } = parseArgs({ options: { checks: { type: 'string', default: '10000000' } } });
const checks = Number(values.checks);
const spanMilliseconds = 30 * 86_400_000;

const postgres = await startTestPostgres({ isDurable: true });
const url = await postgres.createDatabase();
await loadFirstRelease(url);
const storage = openFleet(url);
const { db } = storage;
await storage.migration(async (transaction) => {
  await sql`truncate websites restart identity cascade`.execute(transaction);
  await sql`insert into websites (name, created_at) values ('Fleet', 0)`.execute(transaction);
  await sql`
    insert into monitors (website_id, kind, target, timeout_seconds, check_interval_seconds,
      response_time_threshold_seconds, failure_threshold, enabled, created_at)
    select 1, 'URL', 'https://example.com/' || n, 10, 60, 5, 2, 1, 0 from generate_series(1, 1000) n
  `.execute(transaction);
  await sql`
    insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code)
    select 1 + n % 1000, ${sql.lit(Date.now() - spanMilliseconds)} + n::bigint * ${sql.lit(spanMilliseconds)} / ${sql.lit(checks)},
      1, 100000 + n % 977, 200 from generate_series(1, ${sql.lit(checks)}) n
  `.execute(transaction);
});
const sizeOf = async (): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes) / 1e9;
};
const before = await sizeOf();
const started = performance.now();
await migrate(storage);
const seconds = (performance.now() - started) / 1000;
console.log(
  `${checks} checks: upgraded in ${seconds.toFixed(1)} s, ${((seconds * 1e6) / checks).toFixed(1)} s a million;`,
  `the database had ${before.toFixed(2)} GB before and has ${(await sizeOf()).toFixed(2)} GB now`,
);
await storage.close();
await postgres.remove();
