import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { createBackupOverdue } from '../operations/diagnostics/dead-man/backup-overdue.ts';
import { createHeartbeat } from '../operations/diagnostics/dead-man/heartbeat.ts';
import { readFolderId } from '../operations/sharing/folder-id.ts';
import type { Interface } from './interface.ts';
import type { Service, Shared } from './process-context.ts';

/**
 * What says that something is missing: a heartbeat that stays away, a backup that was not made. Each process that checks
 * sends the heartbeat while it is well itself; each that makes backups looks at its folder.
 */
export function composeDeadMan(shared: Shared, { whyUnhealthy }: Pick<Interface, 'whyUnhealthy'>): Service {
  const { config, storage, clock, changes, log } = shared;
  const { db } = storage;
  const heartbeat = createHeartbeat({ db, clock, log, whyUnhealthy, dialer: createDialer() });
  const { dataDir, role } = config;
  const folder = storage.dialect === 'sqlite' ? '' : (readFolderId(dataDir) ?? '');
  const backupOverdue = createBackupOverdue({ db, clock, dataDir, folder, changes, log });
  return {
    async start() {
      if (role !== 'web') heartbeat.start();
      if (role !== 'worker') backupOverdue.start();
    },
    stop: async () => void (await Promise.all([heartbeat.stop(), backupOverdue.stop()])),
  };
}
