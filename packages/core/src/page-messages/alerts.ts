/** What the list of alerts says, apart from other messages: only its page and commands need it. */
export const alertMessages = {
  deleteFailed: 'Failed to delete alert',
  clearOldFailed: (reason: string) => `Failed to clear alerts: ${reason}`,
  clearAllFailed: (reason: string) => `Failed to clear all alerts: ${reason}`,
  none: 'No alerts found for the selected criteria',
} as const;
