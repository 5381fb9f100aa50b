/** Texts of the reports tab. Separate because only the settings load them. */
export const reportMessages = {
  about: 'By email: uptime, outages, slowest targets, sent and suppressed alerts, state of channels and backups.',
  none: 'No reports yet',
  noneYet: 'A report is sent every day or every week, at a time that you choose.',
  loadFailed: 'Could not load the reports',
  saveFailed: 'Failed to save report',
  deleteFailed: 'Failed to delete report',
  sendFailed: 'Failed to send the report',
} as const;
