import { windowOfRange } from '@upvigil/core/time-ranges';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillHistory, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { websiteHistory } from './website-history.ts';

const hour = 3_600_000;

let storage: TestStorage;
beforeEach(async () => {
  storage = await openTestStorage();
});
afterEach(() => storage.close());

test('has uptime of all monitors of a website, and times of its URLs', async () => {
  const page = await makeMonitor(storage.db);
  const port = await makeMonitor(storage.db, { kind: 'TCP_PORT', website_id: page.website_id });
  const other = await makeMonitor(storage.db);
  const fill = (id: number, check: { is_up: boolean; response_time_us: number }) =>
    fillHistory(storage.db, {
      monitor_ids: [id],
      from: testNow - 48 * hour,
      to: testNow,
      interval_seconds: 300,
      check: () => ({ ...check, is_slow: false, status: null }),
    });
  await fill(page.id, { is_up: true, response_time_us: 400_000 });
  await fill(port.id, { is_up: false, response_time_us: 9_000_000 });
  await fill(other.id, { is_up: true, response_time_us: 2_000_000 });
  const found = await websiteHistory(storage.db, page.website_id, windowOfRange('7d', testNow), false);
  expect(found).toMatchObject({ stretch_minutes: 60, figures: { uptime: 50, slow: 0 } });
  expect(found.figures.checks).toBe(2 * found.figures.failures);
  expect(Math.abs((found.figures.p95_response_time ?? 0) / 0.4 - 1)).toBeLessThanOrEqual(0.02);
  expect(found.history.length).toBeGreaterThanOrEqual(48);
  expect(found.history[0]).toMatchObject({ uptime: 50 });
});

test('is empty for a website without checks', async () => {
  const { website_id } = await makeMonitor(storage.db);
  const found = await websiteHistory(storage.db, website_id, windowOfRange('30d', testNow), false);
  expect(found).toMatchObject({ history: [], figures: { checks: 0, uptime: null, p50_response_time: null } });
});
