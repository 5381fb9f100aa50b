/** Defaults that only the server needs. Apart from the others, so that pages do not load them. */
export const serverDefaults = {
  /**
   * Looked up when another name gets no answer. If this one gets none either, the resolver is at fault, not the target.
   */
  dnsReferenceName: 'example.com',
  /** IANA's list of registries' servers (RFC 9224). */
  rdapBootstrapUrl: 'https://data.iana.org/rdap/dns.json',
  sendSmsApiUrl: 'https://api.sendsms.ro/json',
  sessionDays: 30,
  /** Days for which an expired API token stays listed. */
  expiredTokenDays: 30,
  /** Days for which an expired or revoked share link stays listed. */
  endedShareLinkDays: 30,
  /** Retry-After of a sign-in that was refused because too many were waiting. */
  busySignInSeconds: 5,
  retentionDays: { checks: 30, quarterHourlyRollups: 8, hourlyRollups: 400 },
  retentionAuditDays: 400,
  notificationRetry: { firstSeconds: 30, maxSeconds: 3600, giveUpHours: 24 },
  /** Hours for which the previous signing secret of a webhook still signs. */
  previousSecretHours: 24,
  /** Delay of messages so that they can be combined: short for an outage, longer for others. */
  notificationGatherSeconds: { outage: 3, other: 10 },
} as const;
