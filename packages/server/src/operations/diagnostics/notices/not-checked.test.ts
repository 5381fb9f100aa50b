import { defaultRouting } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FaultReason } from '../../../base/domain/check.ts';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import { createLastFaults, type LastFaults } from '../../../checks/record/faults/last-faults.ts';
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
let lastFaults: LastFaults;
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
  lastFaults = startFaults();
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
const startFaults = (): LastFaults =>
  createLastFaults({
    db: test.db,
    clock,
    log: { error: (fields) => void errors.push(fields) },
    changes: { publish: () => undefined },
  });
/** Ends the watch, and starts it after a time. */
async function restart(stoppedFor: number): Promise<void> {
  await watch.stop();
  clock.leap(stoppedFor);
  watch = start();
  lastFaults = startFaults();
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
async function fails(id: number, reason: FaultReason = 'proxy'): Promise<void> {
  lastFaults.note(id, reason, reason === 'offline' ? 'Upvigil is offline' : 'the proxy cannot be reached');
  await lastFaults.stop();
}
const checks = (id: number) => update(id, { last_check_time: clock.now() });
const update = (id: number, set: Partial<Pick<MonitorRow, 'last_fault' | 'last_check_time' | 'enabled'>>) =>
  test.db.updateTable('stored_monitors').set(set).where('id', '=', id).execute();
/** A monitor that had nothing but faults for two hours. */
const faulty = (name: string, given: Partial<MonitorRow> = {}): Promise<MonitorRow> =>
  page(name, {
    last_check_time: testNow - 2 * hour,
    last_fault: encodeLastFault('proxy', 'the proxy cannot be reached', testNow + 1000, 2 * hour),
    ...given,
  });
const mute = (monitor_id: number) =>
  test.db
    .insertInto('silences')
    .values({ website_id: null, monitor_id, until: testNow + 24 * hour, reason: '', created_at: testNow })
    .execute();
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

it('With a fake clock, an hour of faults raises one notice. The next check ends it.', async () => {
  const { id } = await page('a');
  const well = await page('b');
  await pass(5, { checked: [well.id], faulty: [id] });
  const message = '1 monitor is not checked: Shop: https://a.example.com/ since 12:00 (the proxy cannot be reached)';
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  await pass(54, { checked: [well.id], faulty: [id], every: 2 });
  expect(await notified()).toEqual([]);
  await pass(6, { checked: [well.id], faulty: [id] });
  expect(await notified()).toEqual([message]);
  await pass(4, { checked: [well.id], faulty: [id], every: 2 });
  expect(await notified()).toEqual([message]);
  await pass(1, { checked: [well.id, id] });
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

it('covers all monitors, names five, and ends when each was checked again, disabled or deleted', async () => {
  const all: MonitorRow[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) all.push(await faulty(name));
  await pass(1);
  const [message] = await notified();
  expect(message).toMatch(
    /^7 monitors are not checked: Shop: .*a\.example.* since 10:00 \(the proxy cannot be reached\); .*; and 2 more$/,
  );
  expect(message).not.toContain('f.example.com');
  const [first, second, ...others] = all.map(({ id }) => id);
  for (const id of others) await checks(id);
  await pass(1);
  expect(await listed()).toEqual([{ message: expect.stringMatching(/^2 monitors are not/), ended_at: null }]);
  await update(first ?? 0, { enabled: 0 });
  await test.db
    .deleteFrom('stored_monitors')
    .where('id', '=', second ?? 0)
    .execute();
  await pass(1);
  expect(await notified()).toEqual([message, expect.stringMatching(/^Resolved: 2 monitors/)]);
});

it('leaves out disabled, muted, maintained and offline monitors', async () => {
  await mute((await faulty('muted')).id);
  maintained.add((await faulty('maintained')).id);
  await faulty('disabled', { enabled: 0 });
  await faulty('offline', { last_fault: encodeLastFault('offline', 'Upvigil is offline', testNow + 1000, 2 * hour) });
  await pass(2);
  expect(await listed()).toEqual([]);
  expect(await notified()).toEqual([]);
});

it('lasts through maintenance, and ends without a message when it is muted', async () => {
  const { id } = await faulty('a');
  await pass(1);
  maintained.add(id);
  await pass(1);
  await fails(id, 'offline');
  await pass(1);
  const message = expect.stringContaining('the proxy cannot be reached');
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  await mute(id);
  await pass(1);
  expect(await listed()).toEqual([{ message, ended_at: expect.any(Number) }]);
  expect(await notified()).toHaveLength(1);
});

it('counts faults over a restart, and does not count the time without this program', async () => {
  const { id } = await page('a');
  await pass(31, { faulty: [id], every: 2 });
  await restart(5 * hour);
  await pass(5, { faulty: [id] });
  expect(await notified()).toEqual([]);
  await restart(minute);
  await pass(30, { faulty: [id], every: 2 });
  expect(await notified()).toHaveLength(1);
  await page('b');
  await restart(5 * hour);
  await pass(2, { faulty: [id] });
  expect(await listed()).toEqual([{ message: expect.stringContaining('a.example.com'), ended_at: null }]);
  expect(await notified()).toHaveLength(1);
}, 60_000);

it('is raised once by two processes of one database', async () => {
  const { id } = await faulty('a');
  const other = start();
  await clock.advance(minute);
  await other.settled();
  expect(await listed()).toHaveLength(1);
  await checks(id);
  await clock.advance(minute);
  await other.stop();
  expect(await notified()).toEqual([expect.stringMatching(/^1 monitor is not/), expect.stringMatching(/^Resolved: /)]);
});

it('keeps its sentence when another process of the same database started later', async () => {
  const [first, second] = [await page('a'), await page('b')];
  await pass(62, { every: 2 });
  const message = expect.stringMatching(/^2 monitors are not checked: /);
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  const later = start();
  await watch.stop();
  await fails(first.id);
  await fails(second.id);
  await clock.advance(2 * minute);
  await later.settled();
  expect(await listed()).toEqual([{ message, ended_at: null }]);
  await later.stop();
}, 60_000);
