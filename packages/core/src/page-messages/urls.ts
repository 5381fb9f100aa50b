/** What is said of the requests of URLs, apart from other messages: only the page of a website needs it. */
export const urlMessages = {
  testFailed: 'Request failed',
  noScreenshots: 'No screenshots: the request is not a plain GET',
} as const;
