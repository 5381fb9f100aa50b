import type { BackupContents, BackupScheduleSettings } from '../contract/backup.ts';

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
  /** Contents of a backup. `made`: its time as text. */
  holds: ({ product_version, websites, monitors, checks, alerts }: BackupContents, made: string) =>
    `It was made on ${made} by version ${product_version} and holds ${counted(websites, 'website')}, ${counted(monitors, 'monitor')}, ${counted(checks, 'check')} and ${counted(alerts, 'alert')}. The present data is saved first, as a backup named before-restore.`,
  scheduleTitle: 'Daily Backup',
  /** 'Every day at 03:00 (UTC), the newest 14 are kept'. */
  schedule: ({ enabled, time, time_zone, keep }: BackupScheduleSettings) =>
    enabled ? `Every day at ${time} (${time_zone}), the newest ${keep} are kept` : 'Daily backups are off',
  scheduleOff: 'Off. Upvigil can create a backup every day and keep the newest ones',
  scheduleSaved: 'Daily backup saved',
  scheduleFailed: 'Failed to save the daily backup',
  scheduleKeeps: 'Older daily backups are deleted after the next success. Backups made by hand stay',
  confirmCleanup: (keep: number) => `Keep only the last ${keep} backups?`,
  none: 'No backups found',
} as const;
