import { defaultRouting } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import { createPresence } from '../../../checks/record/faults/presence.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createNotChecked, type NotChecked } from './not-checked.ts';

const minute = 60_000;
const hour = 60 * minute;

let test: TestStorage;
let clock: TestClock;
let watch: NotChecked;
let website: number;
let errors: object[];
let maintained: Set<number>;

beforeEach(async () => {
  test = await openTestStorage();
  errors = [];
  maintained = new Set();
  clock = createTestClock(testNow, () => watch.settled());
  const policies = defaultRouting.policies.map((policy) => ({
    ...policy,
    steps: [{ after_minutes: 0, channels: ['email' as const] }],
  }));
  await routingSettings.save(test.db, { ...defaultRouting, policies });
  website = (await makeWebsite(test.db, { name: 'Shop' })).id;
  watch = start();
});
afterEach(async () => {
  await watch.stop();
  await test.close();
  expect(errors).toEqual([]);
});

function start(): NotChecked {
  const started = createNotChecked({
    db: test.db,
    clock,
    presence: createPresence(clock),
    changes: { publish: () => undefined },
    maintenance: { runsAt: ({ id }) => (maintained.has(id) ? [anyRun] : []) },
    log: { error: (fields) => void errors.push(fields) },
  });
  started.start();
  return started;
}
const anyRun = {
  id: 1,
  starts_at: 0,
  ends_at: 1,
  title: 'Work',
  public: true,
  website_ids: new Set<number>(),
  monitor_ids: new Set<number>(),
};

const page = (name: string, given: Partial<MonitorRow> = {}): Promise<MonitorRow> =>
  makeMonitor(test.db, {
    website_id: website,
    target: `https://${name}.example.com/`,
    is_up: 1,
    last_check_time: testNow,
    ...given,
  });
const fails = (id: number, reason: 'proxy' | 'offline' = 'proxy') =>
  update(id, { last_fault: encodeLastFault(reason, 'the proxy cannot be reached', clock.now()) });
const checks = (id: number) => update(id, { last_check_time: clock.now() });
const update = (id: number, set: Partial<Pick<MonitorRow, 'last_fault' | 'last_check_time'>>) =>
  test.db.updateTable('stored_monitors').set(set).where('id', '=', id).execute();
/** Advances the time; checks the first monitors, while the second cannot be checked. */
async function pass(
  minutes: number,
  { checked = [], faulty = [], every = 1 }: { checked?: number[]; faulty?: number[]; every?: number } = {},
) {
  for (let passed = 0; passed < minutes; passed += every) {
    for (const id of checked) await checks(id);
    for (const id of faulty) await fails(id);
    await clock.advance(every * minute);
  }
}
const listed = () => test.db.selectFrom('notices').select(['message', 'ended_at']).orderBy('id').execute();
async function notified(): Promise<string[]> {
  const rows = await test.db.selectFrom('messages').select('content').orderBy('id').execute();
  return rows.map(({ content }) => String(JSON.parse(content).text).split('\n', 1).join(''));
}

it('lists a monitor that cannot be checked, and notifies people after an hour, once', async () => {
  const { id } = await page('a');
  const well = await page('b');
  await pass(5, { checked: [well.id], faulty: [id] });
  const message = '1 monitor is not checked: Shop: https://a.example.com/ since 12:00 (the proxy cannot be reached)';
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  expect(await notified()).toEqual([]);
  await pass(60, { checked: [well.id], faulty: [id] });
  expect(await notified()).toEqual([message]);
  await pass(60, { checked: [well.id], faulty: [id] });
  expect(await notified()).toEqual([message]);
  await pass(3, { checked: [well.id, id] });
  expect(await notified()).toEqual([message, `Resolved: ${message}`]);
  expect(await listed()).toEqual([{ message, ended_at: expect.any(Number) }]);
}, 60_000);

it('deletes a notice that ended before people were notified', async () => {
  const { id } = await page('a');
  await pass(10, { faulty: [id] });
  expect(await listed()).toHaveLength(1);
  await pass(2, { checked: [id] });
  expect(await listed()).toEqual([]);
  expect(await notified()).toEqual([]);
});

it('covers all monitors, and names five', async () => {
  const all: MonitorRow[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) all.push(await page(name));
  await pass(62, {});
  const [message] = await notified();
  expect(message).toMatch(
    /^7 monitors are not checked: Shop: .*a\.example.* since 12:00 \(no check was made\); .*; and 2 more$/,
  );
  expect(message).not.toContain('f.example.com');
  expect(await notified()).toHaveLength(1);
}, 60_000);

it('leaves out disabled, muted, maintained, offline and new monitors', async () => {
  const muted = await page('muted');
  await test.db
    .insertInto('silences')
    .values({ website_id: null, monitor_id: muted.id, until: testNow + 24 * hour, reason: '', created_at: testNow })
    .execute();
  maintained.add((await page('maintained')).id);
  const offline = await page('offline');
  await page('disabled', { enabled: 0 });
  for (let passed = 0; passed < 62; passed++) {
    await fails(offline.id, 'offline');
    if (passed === 61) await page('new', { last_check_time: null, is_up: null, created_at: clock.now() });
    await clock.advance(minute);
  }
  expect(await listed()).toEqual([]);
  expect(await notified()).toEqual([]);
}, 60_000);

it('ignores the time without this program, and keeps earlier notices', async () => {
  const { id } = await page('a');
  await pass(62, { faulty: [id] });
  expect(await notified()).toHaveLength(1);
  await watch.stop();
  await page('b');
  clock.leap(5 * hour);
  watch = start();
  await pass(2, { faulty: [id] });
  expect(await listed()).toEqual([{ message: expect.stringContaining('a.example.com'), ended_at: null }]);
  expect(await notified()).toHaveLength(1);
}, 60_000);

it('keeps its sentence when another process of the same database started later', async () => {
  const [first, second] = [await page('a'), await page('b', { check_interval_seconds: 3_600 })];
  const faulty = [first.id, second.id];
  await pass(305, { faulty, every: 5 });
  const message = expect.stringMatching(/^2 monitors are not checked: /);
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  const later = start();
  for (let passed = 0; passed < 120; passed += 5) {
    await pass(5, { faulty, every: 5 });
    await later.settled();
    expect(await listed()).toEqual([{ message, ended_at: null }]);
  }
  await later.stop();
}, 60_000);
