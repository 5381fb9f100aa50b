import { builtInChannels, type DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import type { DeliveryRow } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { readUsedKinds } from './used-kinds.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

async function deliver(channel: DeliveryChannel, status: DeliveryRow['status']): Promise<void> {
  const { id: alert_id } = await makeAlert(test.db, await makeMonitor(test.db));
  const times = { created_at: testNow, next_attempt_at: status === 'pending' ? testNow : null, sent_at: null };
  const row = { alert_id, channel, channel_id: 9, channel_name: 'Gone', recipient: null, status, reason: null };
  await test.db
    .insertInto('deliveries')
    .values({ ...row, ...times, lease_owner: null, lease_until: null })
    .execute();
}

it('only built-in kinds, those of added channels, and those for which something waits are used', async () => {
  expect(await readUsedKinds(test.db)).toEqual(new Set(builtInChannels));
  const row = { name: 'Ops', enabled: 0, config: '{}', secrets: null, created_at: testNow } as const;
  await insertChannel(test.db, { ...row, kind: 'ntfy' });
  await insertChannel(test.db, { ...row, kind: 'ntfy', name: 'Night' });
  await deliver('gotify', 'pending');
  await deliver('matrix', 'suppressed');
  expect(await readUsedKinds(test.db)).toEqual(new Set([...builtInChannels, 'ntfy', 'gotify']));
});
