/** Every fixed sentence that people read. Pages, dialogs and commands take them from here. */
export const messages = {
  login: { failed: 'Invalid password. Please try again.' },
  website: {
    saveFailed: 'Failed to save website',
    deleteFailed: 'Failed to delete website',
  },
  url: {
    saveFailed: 'Failed to save URL',
    deleteFailed: 'Failed to delete URL',
    triggerFailed: 'Failed to trigger check',
    triggered: 'Check triggered successfully',
    metaTagCopied: 'Meta tag copied to clipboard!',
  },
  settings: {
    saved: 'Settings saved successfully!',
    saveFailed: 'Failed to save settings',
    testEmailSent: 'Test email sent successfully!',
    testEmailFailed: 'Failed to send test email. Check your SMTP settings.',
    testSmsSent: 'Test SMS sent successfully!',
    testSmsFailed: 'Failed to send test SMS. Check your SMS provider username and password.',
    emailMissing: 'Please enter an email address',
    phoneMissing: 'Please enter a phone number',
  },
  backup: {
    created: 'Backup created successfully',
    createFailed: 'Failed to create backup',
    deleteFailed: 'Failed to delete backup',
    restored: 'Backup restored successfully. Please refresh the page.',
    secretsMissing: (count: number) =>
      `${count === 1 ? 'One secret was' : `${count} secrets were`} sealed under the key of another installation. Enter them again, or set SECRET_KEY to its key.`,
    restoreFailed: 'Failed to restore backup',
    cleanedUp: 'Cleanup completed',
    cleanupFailed: 'Failed to cleanup backups',
    fileMissing: 'Please select a backup file',
    restoreWarning: 'Warning: Restoring will replace all current data!',
    confirmDelete: (name: string) => `Are you sure you want to delete backup "${name}"?`,
    confirmRestore: 'This will replace all current data. Are you sure?',
    confirmCleanup: (keep: number) => `Keep only the last ${keep} backups?`,
    none: 'No backups found',
  },
  publicStatus: {
    tryAgain: 'Try Again',
  },
  dashboard: { loadingStatistics: 'Loading statistics...', noData: 'No data available' },
  empty: {
    websites: 'No websites added yet',
    urls: 'No URLs added yet',
    checks: 'No checks performed yet',
    description: 'No description',
  },
} as const;

/** Why the server cannot do its work now, whoever asks. */
export const troubleMessages = {
  diskFull: 'The disk is full',
  diskReadOnly: 'The disk is read-only',
  diskBroken: 'The disk fails to read or write',
  databaseGone: 'The database file was moved or deleted: what is stored now is lost at the next start',
  databaseAway: 'The database cannot be reached',
} as const;
