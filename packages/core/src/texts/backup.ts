import type { BackupContents } from '../contract/backup.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Texts about backups. Separate because only their page and commands load them. */
export const backupMessages = {
  created: 'Backup created successfully',
  createFailed: 'Failed to create backup',
  deleteFailed: 'Failed to delete backup',
  restored: 'Backup restored successfully. Please refresh the page.',
  secretsMissing: (count: number) =>
    `${count === 1 ? 'One secret was' : `${count} secrets were`} encrypted with the key of another installation. Enter them again, or set SECRET_KEY to its key.`,
  restoreFailed: 'Failed to restore backup',
  cleanedUp: 'Cleanup completed',
  cleanupFailed: 'Failed to cleanup backups',
  fileMissing: 'Please select a backup file',
  restoreWarning: 'Warning: Restoring will replace all current data!',
  confirmDelete: (name: string) => `Are you sure you want to delete backup "${name}"?`,
  confirmRestore: 'This will replace all current data. Are you sure?',
  /** What a backup holds. `made`: its time as text. */
  holds: ({ product_version, websites, monitors, checks, alerts }: BackupContents, made: string) =>
    `It was made on ${made} by version ${product_version} and holds ${counted(websites, 'website')}, ${counted(monitors, 'monitor')}, ${counted(checks, 'check')} and ${counted(alerts, 'alert')}. The present data is saved first, as a backup named before-restore.`,
  confirmCleanup: (keep: number) => `Keep only the last ${keep} backups?`,
  none: 'No backups found',
} as const;
