import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '@upvigil/server/base/clock';
import { readConfig } from '@upvigil/server/base/config/config';
import { createRecentLog } from '@upvigil/server/base/config/recent-log';
import { compose } from '@upvigil/server/compose/compose';
import { type DatabaseTransaction, openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { testHashCost } from '@upvigil/server/testing/test-hash-cost';
import { pino } from 'pino';

export const password = 'correct horse battery';

/** Serves the program in this process, on a folder that `seed` fills. */
export async function serveProgram(seed: (trx: DatabaseTransaction) => Promise<void>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-'));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  await storage.db.transaction().execute(seed);
  const composition = await compose({
    config: readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: password, CHROMIUM_PATH: 'off' }),
    storage,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    recentLog: createRecentLog(100),
    hashCost: testHashCost,
    publicUrl: () => 'http://localhost:8080',
  });
  const baseUrl = await composition.app.listen({ host: '127.0.0.1', port: 0 });
  await composition.start();
  return {
    baseUrl,
    storage,
    /** Ends this process too. */
    async stop(): Promise<void> {
      await composition.stop();
      await storage.close();
      rmSync(folder, { recursive: true });
      process.exit(0);
    },
  };
}
