import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WatchedMonitor } from '../../base/domain/check.ts';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createMonitorWatch } from './engine-sync.ts';

let opened: TestStorage;
beforeEach(async () => {
  opened = await openTestStorage();
});
afterEach(() => opened.close());

test('a monitor that is removed while its edit is being read is not watched afterwards', async () => {
  const { id } = await makeMonitor(opened.db);
  const watched = new Set<number>();
  let letRead = (): void => undefined;
  let isRead = (): void => undefined;
  const wasRead = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  const slowly: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      isRead();
      await mayGoOn;
      return result;
    },
  };
  const watch = createMonitorWatch({
    db: opened.db.withPlugin(slowly),
    secrets: createSecrets(() => opened.db, null),
    engine: {
      watch: (monitors: readonly WatchedMonitor[]) => {
        for (const monitor of monitors) watched.add(monitor.id);
      },
      forget: (ids) => {
        for (const each of ids) watched.delete(each);
      },
      checkNow: async () => ({ fault: 'internal', message: '' }),
      probe: async () => ({ outcome: 'fault', fault: 'internal', message: '' }),
    },
    recorder: { recordNow: async () => null },
    removeScreenshots: async () => undefined,
  });
  const changing = watch.changed([id]);
  await wasRead;
  const removing = watch.removed([id]);
  letRead();
  await Promise.all([changing, removing]);
  expect(watched.size).toBe(0);
});
