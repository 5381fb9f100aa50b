import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeLastFault } from '../../base/domain/last-fault.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { openPublicTest, type PublicTest } from './testing/public-test.ts';

const minute = 60_000;
const hour = 60 * minute;
let test: PublicTest;
let monitor: MonitorRow;

beforeEach(async () => {
  test = await openPublicTest('en', { presentSince: () => testNow });
  monitor = await makeMonitor(test.db, { check_interval_seconds: 10 });
  await test.snapshot.start();
  await test.record(monitor, { is_up: true, next_due_at: testNow + 10_000 });
  await test.snapshot.reload();
});
afterEach(async () => {
  await test.close();
  expect(test.errors).toEqual([]);
});

const detail = () => test.json<StatusDetail>(`/api/public/status/${monitor.website_id}`);
const text = async (path: string) => (await test.get(path)).text();
const badge = async () => (await test.json<{ message: string }>(`/badge/${monitor.website_id}/status.json`)).message;

async function expectUnobserved(): Promise<void> {
  expect(await detail()).toMatchObject({ overall_status: 'unknown', urls: [{ status: 'unknown' }] });
  expect(await badge()).toBe('no recent data');
  expect(await test.json('/api/v2/status.json')).toMatchObject({ status: { description: 'No recent data' } });
  for (const path of ['/status', `/status/${monitor.website_id}`]) {
    expect(await text(path)).toContain('No recent data');
    expect(await text(path)).not.toContain('Operational');
  }
}

it('shows no recent data in place of operational when checks stop, and a check ends that', async () => {
  expect(await detail()).toMatchObject({ overall_status: 'operational', urls: [{ status: 'up' }] });
  test.pass(4 * minute);
  await test.snapshot.reload();
  expect(await badge()).toBe('operational');
  test.pass(minute);
  await test.snapshot.reload();
  await expectUnobserved();
  await test.record(monitor, { is_up: true });
  await expect.poll(detail).toMatchObject({ overall_status: 'operational', urls: [{ status: 'up' }] });
});

it('shows it after three intervals when all attempts are faults', async () => {
  const last_fault = encodeLastFault('proxy', 'the proxy cannot be reached', testNow + 10_000);
  await test.db.updateTable('stored_monitors').set({ last_fault }).where('id', '=', monitor.id).execute();
  test.pass(30_000);
  await test.snapshot.reload();
  await expectUnobserved();
});

it('has no uptime for a day without observations', async () => {
  test.pass(26 * hour);
  await test.snapshot.reload();
  expect((await detail()).urls[0]).toMatchObject({ status: 'unknown', uptime_24h: null });
});

it('keeps showing an outage with an unknown end', async () => {
  await test.record(monitor, { is_up: false }, { is_up: false });
  test.pass(hour);
  await test.snapshot.reload();
  expect(await detail()).toMatchObject({ overall_status: 'down', urls: [{ status: 'down' }] });
});
