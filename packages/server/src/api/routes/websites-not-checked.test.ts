import { afterEach, beforeEach, expect, it } from 'vitest';
import { listWebsites } from '../../checks/monitors/website-store.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

it('leaves unchecked monitors that were up out of the status of their website', async () => {
  const { website_id } = await makeMonitor(test.db, { is_up: 1 });
  expect(await listWebsites(test.db)).toMatchObject([{ status: 'up' }]);
  expect(await listWebsites(test.db, new Map([[website_id, 1]]))).toMatchObject([
    { status: 'unknown', not_checked: 1 },
  ]);
  await makeMonitor(test.db, { website_id, is_up: 0 });
  expect(await listWebsites(test.db, new Map([[website_id, 1]]))).toMatchObject([{ status: 'down', not_checked: 1 }]);
});
