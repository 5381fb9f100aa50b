import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWebsiteSumming } from '../../checks/record/rollups/sum-websites.ts';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { fillHistory, finishedCheck, makeAlert, makeMonitor, makeWebsite, testNow } from '../../testing/rows.ts';

const hour = 3_600_000;
let app: ResourceApp;
let statements: number;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1;
    return result;
  },
};

beforeEach(async () => {
  app = await startResourceApp((db) => db.withPlugin(counting));
});
afterEach(() => app.close());

/** Websites with URLs, network monitors, alerts and 30 hours of history each. */
async function fill(websites: number, monitorsOfEach: number): Promise<void> {
  const ids: number[] = [];
  for (let at = 0; at < websites; at++) {
    const { id: website_id } = await makeWebsite(app.db);
    for (let i = 0; i < monitorsOfEach; i++) {
      const monitor = await makeMonitor(app.db, { website_id, kind: i % 2 === 0 ? 'URL' : 'TCP_PORT' });
      await makeAlert(app.db, monitor);
      ids.push(monitor.id);
    }
  }
  await fillHistory(app.db, { monitor_ids: ids, from: testNow - 30 * hour, to: testNow, interval_seconds: 600 });
  const monitors = await app.db.selectFrom('monitors').selectAll().execute();
  app.recorder.record(monitors.map((monitor) => finishedCheck(monitor)));
  await app.recorder.flush();
}

async function statementsFor(path: string): Promise<number> {
  statements = 0;
  expect((await app.call('GET', path)).status).toBe(200);
  return statements;
}

/** Past buckets are summed once, in small pieces; more monitors have more pieces. */
async function sumThePast(): Promise<void> {
  const clock = { now: () => app.time.now, monotonic: () => 0 };
  const changes = { subscribe: () => () => true };
  await createWebsiteSumming({ db: app.db, clock, changes, log: { error: () => undefined } }).runOnce();
}

const paths = [
  '/websites/',
  '/websites/1',
  '/urls/website/1',
  '/alerts/open',
  '/urls/1',
  '/urls/search?text=shop',
  '/network/websites/1/network-monitors',
  '/network/network-monitors/2',
  '/network/network-monitors/2/stats',
  '/network/network-monitors/2/stats?hours=8760',
  '/network/network-monitors/2/checks',
  '/network/network-monitors/2/alerts',
  '/checks/url/1',
  '/checks/url/1/history?hours=168',
  '/checks/url/1/phases',
  '/network/network-monitors/2/phases',
  '/alerts/',
  '/alerts/url/1',
  '/dashboard/stats',
  '/dashboard/stats?hours=168',
  '/dashboard/down',
  '/public/statistics/1',
  '/public/statistics/1?hours=8760',
];

test('lists and the dashboard show the last checks of each monitor without reading a check for them', async () => {
  await fill(1, 4);
  const monitors = await app.db.selectFrom('monitors').selectAll().orderBy('id').execute();
  app.recorder.record(
    monitors.map((monitor) => finishedCheck(monitor, { checked_at: testNow + 1, is_up: monitor.id !== 2 })),
  );
  await app.recorder.flush();
  // Figures about earlier checks do not come from their rows.
  await app.db.deleteFrom('checks').where('checked_at', '=', testNow).execute();
  type Rows = { recent_checks: unknown }[];
  const recentOf = (rows: Rows) => rows.map(({ recent_checks }) => recent_checks);
  const recent = async (path: string) => recentOf((await app.call('GET', path)).body as Rows);
  const good = { states: 'uu', ms: [120, 120] };
  const failing = { states: 'ud', ms: [120, 120] };
  expect(await recent('/urls/website/1')).toEqual([good, good]);
  expect(await recent('/urls/search?text=shop')).toEqual([good, good]);
  expect(await recent('/network/websites/1/network-monitors')).toEqual([failing, good]);
  const dashboard = (await app.call('GET', '/dashboard/stats')).body as DashboardStats;
  expect(recentOf(dashboard.network_stats as Rows)).toEqual([failing, good]);
});

test('every list and every figure takes the same number of statements for 200 monitors as for two', async () => {
  app.time.now = testNow + 20 * 60_000;
  await fill(1, 2);
  const before = new Map<string, number>();
  await sumThePast();
  for (const path of paths) before.set(path, await statementsFor(path));
  await fill(20, 9);
  await makeMonitor(app.db, { website_id: 1 });
  for (let at = 0; at < 18; at++) await makeMonitor(app.db, { website_id: 1, kind: 'IMAP' });
  expect(before.get('/urls/search?text=shop')).toBe(1);
  // The dashboard's past is cached until somebody changes something.
  expect((await app.call('PUT', '/websites/1', { name: 'Shop', description: null })).status).toBe(200);
  const after = new Map<string, number>();
  await sumThePast();
  for (const path of paths) after.set(path, await statementsFor(path));
  expect(after).toEqual(before);
  expect(Math.max(...after.values())).toBeLessThanOrEqual(11);
});
