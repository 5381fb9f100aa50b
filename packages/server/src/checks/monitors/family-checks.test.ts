import { afterEach, beforeEach, expect, it } from 'vitest';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createFamilyChecks } from './family-checks.ts';

let test: TestStorage;
let isAway: boolean;
let checked: number[];
let evaluated: number[];
let checkNow: (id: number) => Promise<void>;
let family: ReturnType<typeof createFamilyChecks>;
const changes = createChangeFeed(() => undefined);
beforeEach(async () => {
  test = await openTestStorage();
  checked = [];
  evaluated = [];
  isAway = false;
  checkNow = async (id) => void checked.push(id);
  family = createFamilyChecks({
    db: test.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('The database is away');
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    changes,
    checkNow: (id) => checkNow(id),
    onRelativesChecked: (ids) => evaluated.push(...ids),
    onError: (error) => expect(isAway ? '' : String(error)).toBe(''),
  });
});
afterEach(async () => {
  family.stop();
  await test.close();
});

const seen = { is_up: 1, last_check_time: testNow - 60_000 } as const;
const recorded = (monitor: MonitorRow, is_up: boolean) => ({
  check_id: 1,
  check: finishedCheck(monitor, { is_up, checked_at: testNow }),
  monitor,
  website_name: 'Shop',
});

async function makeFamily() {
  const core = await makeMonitor(test.db, seen);
  const router = await makeMonitor(test.db, { ...seen, parent_id: core.id });
  const children: MonitorRow[] = [];
  for (let at = 0; at < 50; at++) children.push(await makeMonitor(test.db, { ...seen, parent_id: router.id }));
  await family.start();
  return { core, router, children };
}

it('checks each ancestor once for 50 children that fail together, and not again while they stay down', async () => {
  const { core, router, children } = await makeFamily();
  family.afterRecorded(children.map((child) => recorded(child, false)));
  await family.settled();
  expect(checked.sort()).toEqual([core.id, router.id]);
  expect(evaluated).toEqual(children.map(({ id }) => id));
  family.afterRecorded(children.map((child) => recorded({ ...child, is_up: 0 }, false)));
  await family.settled();
  expect(checked).toHaveLength(2);
});

it('leaves out ancestors that are down, disabled, or checked since', async () => {
  const { core, router, children } = await makeFamily();
  const edit = (id: number, set: object) =>
    test.db.updateTable('stored_monitors').set(set).where('id', '=', id).execute();
  await edit(core.id, { is_up: 0 });
  await edit(router.id, { last_check_time: testNow });
  family.afterRecorded(children.map((child) => recorded(child, false)));
  await edit(router.id, { last_check_time: 0, enabled: 0 });
  family.afterRecorded(children.map((child) => recorded(child, false)));
  await family.settled();
  expect(checked).toEqual([]);
});

it('checks the failing descendants of a monitor that recovers', async () => {
  const { core, router, children } = await makeFamily();
  const failing = children.slice(0, 2).map(({ id }) => id);
  await test.db.updateTable('stored_monitors').set({ is_up: 0 }).where('id', 'in', failing).execute();
  family.afterRecorded([recorded({ ...core, is_up: 0 }, true)]);
  await family.settled();
  expect(checked).toEqual(failing);
  const descendants = [router.id, ...children.map(({ id }) => id)];
  expect(evaluated).toEqual([...descendants, ...descendants]);
});

it('does not keep descendants waiting for one whose check takes long, and requests no second check of it', async () => {
  const { core, router, children } = await makeFamily();
  await test.db.updateTable('stored_monitors').set({ is_up: 0 }).execute();
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  checkNow = (id) => {
    checked.push(id);
    return id === router.id ? slow : Promise.resolve();
  };
  family.afterRecorded([recorded({ ...core, is_up: 0 }, true)]);
  await expect.poll(() => checked).toHaveLength(1 + children.length);
  await family.checkAwaited([router.id]);
  finish();
  await family.settled();
  expect(checked.filter((id) => id === router.id)).toHaveLength(1);
});

it('reads the parents again with the next results when the database was away at a change', async () => {
  isAway = true;
  const { router, children } = await makeFamily();
  const failing = children.slice(0, 1).map((child) => recorded(child, false));
  isAway = false;
  family.afterRecorded([]);
  await family.settled();
  family.afterRecorded(failing);
  await family.settled();
  expect(checked).toContain(router.id);
});
