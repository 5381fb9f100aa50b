/** What is said of the requests of URLs, apart from other messages: only the page of a website needs it. */
export const urlMessages = {
  testFailed: 'Request failed',
  noScreenshots: 'No screenshots: the request is not a plain GET',
} as const;

/** What is said of network monitors, apart from other messages: only the page of a website needs it. */
export const networkMonitorMessages = {
  saveFailed: 'Failed to save network monitor',
  deleteFailed: 'Failed to delete network monitor',
  testFailed: 'Test failed',
  none: 'No network monitors configured. Click "Add Monitor" to get started.',
} as const;
