import { windowOfHours } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeLastFault } from '../../base/domain/last-fault.ts';
import { plainSecrets } from '../../testing/plain-secrets.ts';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { dashboardStats } from './dashboard-store.ts';
import { listNetworkMonitors } from './network-monitors-store.ts';

const minute = 60_000;
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const current = (presentSince: number) => ({ runsAt: () => [], anyAt: () => false, presentSince: () => presentSince });

it('counts an unchecked monitor that was up as neither, with start and reason', async () => {
  const last_fault = encodeLastFault('proxy', 'the proxy cannot be reached', testNow - minute);
  const old = { created_at: 0, last_check_time: testNow - 10 * minute, last_fault };
  const up = await makeMonitor(test.db, { ...old, kind: 'TCP_PORT', is_up: 1 });
  const { website_id } = up;
  await makeMonitor(test.db, { ...old, website_id, kind: 'TCP_PORT', is_up: 0 });
  await makeMonitor(test.db, { website_id, kind: 'TCP_PORT', is_up: 1, last_check_time: testNow });
  const not_checked = { since: new Date(testNow - 10 * minute).toISOString(), reason: 'the proxy cannot be reached' };

  const stats = await dashboardStats(test.db, windowOfHours(24, testNow), testNow, undefined, current(0));
  expect(stats).toMatchObject({ network_monitors_up: 1, network_monitors_down: 1, not_checked: { total: 2 } });
  expect(stats.not_checked?.longest[0]).toMatchObject({ monitor_id: up.id, website_name: 'Shop', ...not_checked });
  expect(stats.network_stats.map((stat) => stat.not_checked !== undefined)).toEqual([true, true, false]);

  const list = (presentSince: number) =>
    listNetworkMonitors(
      { db: test.db, secrets: plainSecrets, current: current(presentSince) },
      { website_id, enabled_only: false },
      testNow,
    );
  expect((await list(0)).map((monitor) => monitor.not_checked)).toEqual([not_checked, not_checked, undefined]);
  expect((await list(testNow - minute)).map((monitor) => monitor.not_checked)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
