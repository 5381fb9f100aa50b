import { defaults } from '../defaults.ts';

/** What the general settings say, apart from other messages; the Backup page offers one of them. */
export const generalMessages = {
  loadFailed: 'Could not load the settings',
  backupOff: 'Nobody is told when backups stop being made.',
  backupOffer: `Tell me when no backup was made for ${defaults.offeredBackupOverdueHours} hours`,
  backupOn: (hours: number) => `You are told when no backup was made for ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
} as const;
