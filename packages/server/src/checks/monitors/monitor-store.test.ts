import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeLastFault } from '../../base/domain/last-fault.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { changeOn } from '../../testing/change-on.ts';
import { makeAlert, makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { editMonitor, listMonitors, type MonitorEdit, requireMonitorExists } from './monitor-store.ts';

let test: TestStorage;
let seen: MonitorRow;
let alertId: number;
/** A page that is down, with its alert, and due in a minute. */
beforeEach(async () => {
  test = await openTestStorage();
  const { id, website_id } = await makeMonitor(test.db);
  const check = await makeCheck(test.db, { monitor_id: id, is_up: 0 });
  alertId = (await makeAlert(test.db, { id, website_id })).id;
  const state = { is_up: 0, last_check_id: check.id, last_check_time: testNow, outage_streak: 3 } as const;
  await test.db
    .updateTable('stored_monitors')
    .set({ ...state, outage_alert_id: alertId, next_due_at: testNow + 60_000 })
    .where('id', '=', id)
    .execute();
  seen = await test.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
});
afterEach(() => test.close());

const now = testNow + 10;
const edit = (change: MonitorEdit) => changeOn(test.db)((trx) => editMonitor(trx, 'url', seen.id, now, () => change));
const read = () => test.db.selectFrom('monitors').selectAll().where('id', '=', seen.id).executeTakeFirstOrThrow();
const alertEnd = async () =>
  (await test.db.selectFrom('alerts').select('ended_at').where('id', '=', alertId).executeTakeFirst())?.ended_at;

describe('an edited monitor', () => {
  it('has a new revision, also when nothing of it changes', async () => {
    await edit({});
    expect(await read()).toEqual({ ...seen, revision: seen.revision + 1 });
  });

  it('keeps its state and its due time when its limits change', async () => {
    await edit({ timeout_seconds: 3, failure_threshold: 9 });
    expect(await read()).toEqual({ ...seen, revision: seen.revision + 1, timeout_seconds: 3, failure_threshold: 9 });
    expect(await alertEnd()).toBeNull();
  });

  it('gets a parent unless it would depend on itself', async () => {
    const child = await makeMonitor(test.db, { website_id: seen.website_id, parent_id: seen.id });
    const refusal = async (parent_id: number) =>
      (await edit({ parent_id }).catch((error: unknown) => error)) as unknown;
    expect(await refusal(child.id)).toMatchObject({ errors: [{ field: 'parent_id' }] });
    expect(await refusal(99_999)).toMatchObject({ message: 'There is no monitor 99999' });
    const router = await makeMonitor(test.db, {});
    await edit({ parent_id: router.id });
    expect(await read()).toMatchObject({ parent_id: router.id });
  });

  it('is due at once with another interval, or when it is enabled', async () => {
    await edit({ check_interval_seconds: 30 });
    expect(await read()).toMatchObject({ next_due_at: now, outage_streak: 3, outage_alert_id: alertId });
  });

  it('forgets its faults when it is enabled or gets another target, and only then', async () => {
    const last_fault = encodeLastFault('proxy', 'the proxy cannot be reached', testNow, 3_600_000);
    const faulted = (enabled: 0 | 1) =>
      test.db.updateTable('stored_monitors').set({ last_fault, enabled }).where('id', '=', seen.id).execute();
    await faulted(1);
    await edit({ timeout_seconds: 3, check_interval_seconds: 30, enabled: 1 });
    expect(await read()).toMatchObject({ last_fault });
    await edit({ target: 'https://other.example.com/' });
    expect(await read()).toMatchObject({ last_fault: null });
    await faulted(0);
    await edit({ enabled: 1 });
    expect(await read()).toMatchObject({ last_fault: null });
  });

  it('with another target is as if it was never checked, and its problems have ended', async () => {
    await edit({ target: 'https://other.example.com/' });
    expect(await read()).toMatchObject({
      is_up: null,
      last_check_id: null,
      last_check_time: null,
      outage_streak: 0,
      outage_alert_id: null,
      next_due_at: now,
    });
    expect(await alertEnd()).toBe(now);
  });

  it('keeps its state if its target is saved unchanged', async () => {
    await edit({ target: seen.target, port: null });
    expect(await read()).toMatchObject({ outage_streak: 3, next_due_at: seen.next_due_at });
  });

  it('stays as it is, revision included, when the edit is refused', async () => {
    const refused = changeOn(test.db)((trx) =>
      editMonitor(trx, 'url', seen.id, now, () => {
        throw new Error('needs a port');
      }),
    );
    await expect(refused).rejects.toThrow('needs a port');
    expect(await read()).toEqual(seen);
  });

  it('is one of its family', async () => {
    const edited = changeOn(test.db)((trx) =>
      editMonitor(trx, 'network', seen.id, now, () => ({ timeout_seconds: 3 })),
    );
    const unknown = `There is no network monitor ${seen.id}`;
    await expect(edited).rejects.toThrow(unknown);
    await expect(requireMonitorExists(test.db, 'network', seen.id)).rejects.toThrow(unknown);
    await requireMonitorExists(test.db, 'url', seen.id);
    expect(await read()).toEqual(seen);
  });
});

it('monitors are listed by id, each with its newest check where it has one', async () => {
  const { website_id } = seen;
  const disabled = await makeMonitor(test.db, { website_id, enabled: 0 });
  await makeMonitor(test.db, { website_id, kind: 'TCP_PORT' });
  const listed = await listMonitors(test.db, 'url', { website_id });
  expect(listed.map(({ monitor, last_check }) => [monitor.id, last_check?.id ?? null])).toEqual([
    [seen.id, seen.last_check_id],
    [disabled.id, null],
  ]);
  expect(await listMonitors(test.db, 'url', { website_id, enabled_only: true })).toHaveLength(1);
});
