import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createPresence } from './presence.ts';
import { readUnchecked } from './unchecked-store.ts';

const minute = 60_000;
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

it('finds enabled monitors that were not checked for long, with the reason of the last attempt', async () => {
  const given = { created_at: 0, is_up: 1, last_check_time: testNow - 10 * minute } as const;
  const fault = encodeLastFault('proxy', 'the proxy cannot be reached', testNow - minute);
  const older = encodeLastFault('proxy', 'of another day', testNow - 20 * minute);
  const faulty = await makeMonitor(test.db, { ...given, last_fault: fault });
  const silent = await makeMonitor(test.db, { ...given, last_fault: older });
  await makeMonitor(test.db, { ...given, enabled: 0 });
  await makeMonitor(test.db, { ...given, last_check_time: testNow - minute });
  await makeMonitor(test.db, { ...given, check_interval_seconds: 86_400 });
  await makeMonitor(test.db, { created_at: testNow - minute });
  const since = testNow - 10 * minute;
  expect(await readUnchecked(test.db, testNow, 0)).toEqual([
    expect.objectContaining({ id: faulty.id, since, reason: 'the proxy cannot be reached', fault: 'proxy' }),
    expect.objectContaining({ id: silent.id, since, reason: 'no check was made', fault: null }),
  ]);
  expect(await readUnchecked(test.db, testNow, testNow - minute)).toEqual([]);
});

it('is present again from the first call after an absence or a change of the clock', () => {
  let now = testNow;
  const presence = createPresence({ now: () => now });
  now += minute;
  expect(presence.since()).toBe(testNow);
  now += 3 * minute;
  expect(presence.since()).toBe(now);
  now -= 60 * minute;
  expect(presence.since()).toBe(now);
  now += minute;
  presence.begin();
  expect(presence.since()).toBe(now);
});
