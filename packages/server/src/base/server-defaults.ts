/** Defaults of the server alone. Apart from the others, because no page needs to load them. */
export const serverDefaults = {
  /** Looked up when another name gets no answer. If this one gets none either, the resolver is at fault and no target is. */
  dnsReferenceName: 'example.com',
  /** IANA's list of registries' servers (RFC 9224). */
  rdapBootstrapUrl: 'https://data.iana.org/rdap/dns.json',
  sendSmsApiUrl: 'https://api.sendsms.ro/json',
  sessionDays: 30,
  /** For so long an expired API token is listed. */
  expiredTokenDays: 30,
  /** For so long a share link that expired or was revoked is listed. */
  endedShareLinkDays: 30,
  /** A sign-in that was refused because too many waited may be tried again after so many seconds. */
  busySignInSeconds: 5,
  retentionDays: { checks: 30, quarterHourlyRollups: 8, hourlyRollups: 400 },
  /** How long the audit is kept. */
  retentionAuditDays: 400,
  notificationRetry: { firstSeconds: 30, maxSeconds: 3600, giveUpHours: 24 },
  /** After a webhook got another signing secret, the one before signs too for so many hours. */
  previousSecretHours: 24,
  /** Messages wait this long so that they can be combined: shortly for an outage, longer for others. */
  notificationGatherSeconds: { outage: 3, other: 10 },
} as const;
