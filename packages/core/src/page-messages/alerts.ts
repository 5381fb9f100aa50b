/** What the list of alerts says, apart from other messages: only its page and commands need it. */
export const alertMessages = {
  deleteFailed: 'Failed to delete alert',
  clearOldFailed: (reason: string) => `Failed to clear alerts: ${reason}`,
  clearAllFailed: (reason: string) => `Failed to clear all alerts: ${reason}`,
  acknowledgeFailed: 'Failed to acknowledge',
  acknowledge: 'Whoever is to be told later is not, and nobody is reminded.',
  acknowledged: (count: number) => (count === 1 ? '1 alert acknowledged' : `${count} alerts acknowledged`),
  nothingOpen: 'No alert waits to be acknowledged',
  none: 'No alerts found for the selected criteria',
} as const;
