/** What the page and the command of certificates say. */
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
