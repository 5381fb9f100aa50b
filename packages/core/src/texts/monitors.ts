/** Texts of the page and the command of certificates. */
export const certificateMessages = {
  title: 'Certificates',
  about: 'The certificates of the monitored servers, sorted by expiry.',
  none: 'No certificates yet',
  noneYet: 'A certificate is listed here after the first check of an https page or of IMAP on port 993.',
  domains: 'Domains',
  domainsAbout:
    'When the domains of your monitors expire, as their registries publish it. Each registry is queried once a day.',
  domainsOff: 'Domain expiry is not monitored',
  domainsOffHint: 'If enabled, the registry of each domain is queried once a day for its expiry date.',
  watchDomains: 'Watch Domains',
  noDomains: 'No monitor uses a registered domain',
  notAsked: 'not checked yet',
  loadFailed: 'Could not load certificates',
} as const;

/** Texts about requests of URLs. Separate because only a website's page loads them. */
export const urlMessages = {
  testFailed: 'Request failed',
  twice: 'This website already monitors this address.',
  noScreenshots: 'No screenshots: the request is not a plain GET',
} as const;

/** Texts about network monitors. Separate because only a website's page loads them. */
export const networkMonitorMessages = {
  saveFailed: 'Failed to save network monitor',
  deleteFailed: 'Failed to delete network monitor',
  testFailed: 'Test failed',
  none: 'No network monitors configured. Click "Add Monitor" to get started.',
} as const;
