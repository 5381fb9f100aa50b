import { createReadStream } from 'node:fs';
import { systemClock } from '../../../base/clock.ts';
import { openSqliteStorage } from '../../../storage/database.ts';
import { createBackups } from '../backups.ts';

/**
 * Creates or restores one backup in a process that a test can kill, or whose disk can be full.
 * Arguments: `create` or `restore`, the data folder, and for `restore` the archive. Prints `done` or the error's
 * message.
 */
const [, , what, dataDir = '', archive = ''] = process.argv;
const storage = openSqliteStorage(dataDir);
const backups = createBackups({
  storage,
  dataDir,
  clock: systemClock,
  changes: { publish: () => undefined, subscribe: () => () => undefined },
  sealSecrets: async () => ({ missing: 0 }),
  pauseChecks: async () => undefined,
  resumeChecks: async () => undefined,
  productVersion: '0.1.0',
  log: { info: () => undefined, error: () => undefined },
});
try {
  if (what === 'create') await backups.create('crash');
  else await backups.restore(createReadStream(archive));
  console.log('done');
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
