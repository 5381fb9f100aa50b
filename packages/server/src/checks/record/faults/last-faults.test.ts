import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Change } from '../../../base/domain/change-feed.ts';
import { decodeLastFault } from '../../../base/domain/last-fault.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createLastFaults, type LastFaults } from './last-faults.ts';

let test: TestStorage;
let monitor: MonitorRow;
let published: Partial<Change>[];
let logged: string[];
const clock = () => createTestClock(testNow, async () => undefined);

beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  published = [];
  logged = [];
});
afterEach(() => test.close());

const open = (given: ReturnType<typeof clock>): LastFaults =>
  createLastFaults({
    db: test.db,
    clock: given,
    log: { error: (_fields, message) => void logged.push(message) },
    changes: { publish: (change) => void published.push(change) },
  });

async function stored(): Promise<ReturnType<typeof decodeLastFault>> {
  const row = await test.db
    .selectFrom('monitors')
    .select(['last_fault', 'revision'])
    .where('id', '=', monitor.id)
    .executeTakeFirstOrThrow();
  expect(row.revision).toBe(monitor.revision);
  return decodeLastFault(row.last_fault);
}

it('stores the fault with its time, and refreshes pages of its website', async () => {
  const faults = open(clock());
  faults.note(monitor.id, 'no-route', 'this host has no route\u001b[31m');
  await faults.stop();
  expect(await stored()).toEqual({
    reason: 'no-route',
    message: expect.stringMatching(/^this host has no route/),
    at: new Date(testNow).toISOString(),
  });
  expect((await stored())?.message).not.toContain('\u001b');
  expect(published).toEqual([{ website_ids: [monitor.website_id], monitors: [] }]);
});

it('stores one of a monitor a minute', async () => {
  const time = clock();
  const faults = open(time);
  faults.note(monitor.id, 'no-route', 'first');
  await time.advance(59_000);
  faults.note(monitor.id, 'no-route', 'too soon');
  await faults.stop();
  expect((await stored())?.message).toBe('first');
  await time.advance(1_000);
  faults.note(monitor.id, 'memory', 'later');
  await faults.stop();
  expect(await stored()).toMatchObject({ reason: 'memory', message: 'later' });
});

it('stores those of many monitors together, and publishes each website once', async () => {
  const others: MonitorRow[] = [];
  for (let made = 0; made < 250; made++) {
    others.push(await makeMonitor(test.db, { website_id: monitor.website_id }));
  }
  const faults = open(clock());
  for (const { id } of others) faults.note(id, 'resolver', 'nobody answers');
  await faults.stop();
  const rows = await test.db.selectFrom('monitors').select('id').where('last_fault', 'is not', null).execute();
  expect(rows).toHaveLength(250);
  expect(published).toEqual([{ website_ids: [monitor.website_id], monitors: [] }]);
});

it('drops unsaved faults before the monitors are replaced', async () => {
  const faults = open(clock());
  faults.note(monitor.id, 'no-route', 'of another time');
  faults.drop();
  await faults.stop();
  expect(await stored()).toBeNull();
});

it('logs a failed write, and does not throw', async () => {
  const faults = open(clock());
  await test.db.schema.alterTable('stored_monitors').renameColumn('last_fault', 'gone').execute();
  faults.note(monitor.id, 'no-route', 'no route');
  await faults.stop();
  expect(logged).toEqual(['why monitors cannot be checked could not be stored']);
  await test.db.schema.alterTable('stored_monitors').renameColumn('gone', 'last_fault').execute();
});
