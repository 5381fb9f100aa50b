/** Texts that several pages, dialogs and commands share. */
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
  publicStatus: {
    tryAgain: 'Try Again',
  },
  dashboard: {
    nobodyNotified: 'Nobody is notified: no channel is on.',
    loadingStatistics: 'Loading statistics...',
    noData: 'No data available',
  },
  empty: {
    websites: 'No websites added yet',
    urls: 'No URLs added yet',
    checks: 'No checks performed yet',
    checksOfDay: 'No checks on this day',
    description: 'No description',
  },
} as const;

/** Errors of a request before it is parsed. */
export const requestMessages = {
  notJson: 'The body must be JSON: send it with content-type application/json',
} as const;

/** Reasons why the server cannot work at the moment. */
export const troubleMessages = {
  diskFull: 'The disk is full',
  diskReadOnly: 'The disk is read-only',
  diskBroken: 'The disk fails to read or write',
  databaseLocked: 'Another program has locked the database file',
  databaseGone: 'The database file was moved or deleted: what is stored now is lost at the next start',
  databaseAway: 'The database cannot be reached',
} as const;
