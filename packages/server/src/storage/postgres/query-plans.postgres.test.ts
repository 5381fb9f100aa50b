import { type CompiledQuery, Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readMonitorFigures } from '../../public/status/view/figures-store.ts';
import { readMonitors, readRecentAlerts, readWebsites } from '../../public/status/view/website-store.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { fillHistory, makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';
import type { Tables } from '../tables.ts';
import { openPostgresConnections } from './postgres-connections.ts';
import { postgresDialect } from './postgres-dialect.ts';

const hour = 3_600_000;
let app: ResourceApp;
let watched: Kysely<Tables>;
let queries: CompiledQuery[];

beforeEach(async () => {
  queries = [];
  app = await startResourceApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const url = `postgres://postgres@127.0.0.1:${inject('postgresPort')}/${rows[0]?.name}`;
  const connections = openPostgresConnections({ url, poolSize: 2, onIdleError: () => undefined });
  watched = new Kysely<Tables>({
    dialect: postgresDialect(connections, { milliseconds: connections.times.answerMilliseconds }),
    log: ({ query }) => void queries.push(query),
  });
});
afterEach(async () => {
  await watched.destroy();
  await app.close();
});

/** 100 monitors with 1,000 checks each, so that a full scan is the wrong plan. */
async function fill(): Promise<number[]> {
  const ids: number[] = [];
  await app.storage.storage.checkPartitions?.cover({ from: testNow - 30 * 24 * hour, to: testNow + 7 * 24 * hour });
  for (let at = 0; at < 5; at++) {
    const { id: website_id } = await makeWebsite(app.db);
    for (let i = 0; i < 20; i++) {
      const monitor = await makeMonitor(app.db, { website_id, kind: i % 2 ? 'TCP_PORT' : 'URL' });
      await makeAlert(app.db, monitor);
      ids.push(monitor.id);
    }
  }
  await sql`insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code)
    select m.id, ${sql.lit(testNow)}::bigint - n * 60000, 1, 100000, 200
    from monitors m cross join generate_series(0, 999) n`.execute(app.db);
  await sql`update stored_monitors set is_up = 1, last_check_time = ${sql.lit(testNow)}::bigint,
    last_check_id = (select max(c.id) from checks c where c.monitor_id = stored_monitors.id)`.execute(app.db);
  await fillHistory(app.db, { monitor_ids: ids, from: testNow - 72 * hour, to: testNow, interval_seconds: 600 });
  await sql`analyze`.execute(app.db);
  return ids;
}

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await app.db.executeQuery<Record<string, string>>({
    ...sql`select 1`.compile(app.db),
    sql: `explain ${text}`,
    parameters: [...parameters],
  });
  return rows.map((row) => Object.values(row)[0]).join('\n');
}

test('no query of the dashboard or of the public pages reads all checks', async () => {
  const ids = await fill();
  const pages = await startResourceApp(() => watched);
  pages.time.now = testNow;
  const paths = [
    '/dashboard/stats?hours=24',
    '/dashboard/stats?hours=168',
    '/public/statistics/1?hours=24',
    '/websites/',
    '/urls/website/1',
    '/network/websites/1/network-monitors',
    '/checks/url/1?hours=24',
    '/network/network-monitors/2/checks',
  ];
  for (const path of paths) expect((await pages.call('GET', path)).status, path).toBe(200);
  await readWebsites(watched);
  await readMonitors(watched);
  await readMonitorFigures(watched, ids, testNow);
  await readRecentAlerts(watched, 'all', { since: testNow - 168 * hour, now: testNow });

  const selects = queries.filter(({ sql: text }) => /^(select|with)/i.test(text.trim()));
  expect(selects.some(({ sql: text }) => text.includes('"checks"'))).toBe(true);
  for (const query of selects) {
    // Only the days with checks: an empty partition is read faster without its index.
    expect(await planOf(query), query.sql).not.toMatch(/Seq Scan on checks_202603(09|10)/);
  }
  await pages.close();
});
