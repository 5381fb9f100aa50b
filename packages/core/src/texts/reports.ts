/** What the tab of the reports says, apart from other messages: only the settings need it. */
export const reportMessages = {
  about:
    'By email: uptime, outages, what was slowest, which alerts were told, and whether channels and backups are well.',
  none: 'No reports yet',
  noneYet: 'A report comes every day or every week, at a time of yours.',
  loadFailed: 'Could not load the reports',
  saveFailed: 'Failed to save report',
  deleteFailed: 'Failed to delete report',
  sendFailed: 'Failed to send the report',
} as const;
