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
  confirmCleanup: (keep: number) => `Keep only the last ${keep} backups?`,
  none: 'No backups found',
} as const;
