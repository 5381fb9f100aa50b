import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { createBackupOverdue } from '../operations/diagnostics/dead-man/backup-overdue.ts';
import { createHeartbeat } from '../operations/diagnostics/dead-man/heartbeat.ts';
import { readFolderId } from '../operations/sharing/folder-id.ts';
import type { Interface } from './interface.ts';
import type { Service, Shared } from './process-context.ts';

/**
 * Detects absence: the heartbeat stops when this process is unhealthy, and a notice reports a missing backup. Processes
 * that check send the heartbeat; those with an API watch the backup folder.
 */
export function composeDeadMan(shared: Shared, { unhealthyReason }: Pick<Interface, 'unhealthyReason'>): Service {
  const { config, storage, clock, changes, log } = shared;
  const { db } = storage;
  const heartbeat = createHeartbeat({ db, clock, log, unhealthyReason, dialer: createDialer() });
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
