/** Texts of the page and the command of certificates. */
export const certificateMessages = {
  title: 'Certificates',
  about: 'The certificates that servers show to your monitors, the soonest to expire first.',
  none: 'No certificate was seen yet',
  noneYet: 'A certificate is listed here after the first check of an https page or of IMAP on port 993.',
  domains: 'Domains',
  domainsAbout: 'When the domains of your monitors expire, as their registries publish it. Each is asked once a day.',
  domainsOff: 'Domains are not watched',
  domainsOffHint: 'With this, the registry of each domain is asked once a day when it expires.',
  watchDomains: 'Watch Domains',
  noDomains: 'No monitor stands on a registered domain',
  notAsked: 'not asked yet',
  loadFailed: 'Could not load certificates',
} as const;

/** Texts about requests of URLs. Separate because only a website's page loads them. */
export const urlMessages = {
  testFailed: 'Request failed',
  noScreenshots: 'No screenshots: the request is not a plain GET',
} as const;

/** Texts about network monitors. Separate because only a website's page loads them. */
export const networkMonitorMessages = {
  saveFailed: 'Failed to save network monitor',
  deleteFailed: 'Failed to delete network monitor',
  testFailed: 'Test failed',
  none: 'No network monitors configured. Click "Add Monitor" to get started.',
} as const;
