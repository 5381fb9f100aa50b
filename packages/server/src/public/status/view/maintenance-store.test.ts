import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeWindow } from '../../../testing/maintenance-rows.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { findPublicRun } from './maintenance-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

it('finds a run of a public window however old it is, and none of a private one', async () => {
  const website_ids = [(await makeMonitor(test.db)).website_id];
  const times = { starts_at: testNow - 9e10, ends_at: testNow - 8e10 };
  const { id, runIds } = await makeWindow(test.db, { website_ids }, times);
  const hidden = await makeWindow(test.db, { website_ids, public: false }, times);
  const found = await findPublicRun(test.db, runIds[0] ?? 0);
  expect(found).toMatchObject({ ...times, window_id: id, window: { title: 'Move of the database' } });
  expect(await findPublicRun(test.db, hidden.runIds[0] ?? 0)).toBeNull();
  expect(await findPublicRun(test.db, 999)).toBeNull();
});
