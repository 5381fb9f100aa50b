import type { DashboardStats, DownCounts } from '@upvigil/core/contract/dashboard';
import { windowOfHours } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCurrentRuns } from '../../alerts/maintenance/current-runs.ts';
import { maintainedAt } from '../../alerts/maintenance/shown-maintenance.ts';
import { listWebsites } from '../../checks/monitors/website-store.ts';
import { makeWindow } from '../../testing/maintenance-rows.ts';
import { plainSecrets } from '../../testing/plain-secrets.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { dashboardStats, downCounts } from './dashboard-store.ts';
import { listNetworkMonitors } from './network-monitors-store.ts';
import { withMaintenance } from './websites-in-maintenance.ts';

const minute = 60_000;
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

/** A service with an outage since `outage_began_at`. */
async function downSince(outage_began_at: number) {
  const monitor = await makeMonitor(test.db, {
    kind: 'TCP_PORT',
    is_up: 0,
    outage_began_at,
    outage_streak: 2,
  });
  const alert = await makeAlert(test.db, monitor, { created_at: outage_began_at });
  await test.db
    .updateTable('stored_monitors')
    .set({ outage_alert_id: alert.id })
    .where('id', '=', monitor.id)
    .execute();
  return monitor;
}

it('lists show maintenance, also of a private run, and an outage in it is no open problem', async () => {
  const inside = await downSince(testNow);
  const older = await downSince(testNow - 2 * minute);
  const website_ids = [inside.website_id, older.website_id];
  const run = { starts_at: testNow - minute, ends_at: testNow + minute };
  await makeWindow(test.db, { title: 'Move', public: false, website_ids }, run);
  const current = createCurrentRuns({ db: test.db, clock: { now: () => testNow } });
  await current.load();
  const maintenance = { title: 'Move', until: new Date(run.ends_at).toISOString() };

  const websites = await withMaintenance(test.db, await listWebsites(test.db), current, testNow);
  expect(websites.map((website) => [website.status, website.maintenance])).toEqual([
    ['down', maintenance],
    ['down', undefined],
  ]);
  const list = (website_id: number) =>
    listNetworkMonitors({ db: test.db, secrets: plainSecrets, current }, { website_id, enabled_only: false }, testNow);
  expect((await list(inside.website_id))[0]).toMatchObject({ is_up: false, maintenance });
  expect((await list(older.website_id))[0]).not.toHaveProperty('maintenance');
  const stats: DashboardStats = await dashboardStats(test.db, windowOfHours(24, testNow), testNow, undefined, current);
  expect(stats.network_stats.map((stat) => stat.maintenance)).toEqual([maintenance, undefined]);
  expect(stats).toMatchObject({ network_monitors_down: 2, open_problems: { down: 1, in_maintenance: 1 } });
  expect(stats.open_problems?.worst.map(({ monitor_id }) => monitor_id)).toEqual([older.id]);
  const counts: DownCounts = await downCounts(test.db, maintainedAt(current, testNow));
  expect(counts).toEqual({ urls_down: 0, network_monitors_down: 2, in_maintenance: 1 });
  const after = await withMaintenance(test.db, await listWebsites(test.db), current, run.ends_at);
  expect(after.some((website) => 'maintenance' in website)).toBe(false);
});
