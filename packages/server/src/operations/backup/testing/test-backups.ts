import { systemClock } from '../../../base/clock.ts';
import { testNow } from '../../../testing/rows.ts';
import type { TestStorage } from '../../../testing/test-storage.ts';
import { type BackupDeps, type Backups, createBackups } from '../backups.ts';

/** Backups of a test's installation, at the time of its rows. Without checks and listeners by default. */
export const testBackups = ({ storage, folder }: TestStorage, given: Partial<BackupDeps> = {}): Backups =>
  createBackups({
    storage,
    dataDir: folder,
    clock: { ...systemClock, now: () => testNow },
    changes: { publish: () => undefined, subscribe: () => () => undefined },
    sealSecrets: async () => ({ missing: 0 }),
    pauseChecks: async () => undefined,
    resumeChecks: async () => undefined,
    productVersion: '0.1.0',
    log: { info: () => undefined, error: () => undefined },
    ...given,
  });
