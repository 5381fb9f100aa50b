/** Published to visitors. */
export const publicAlertTypes = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING', 'RECOVERED'] as const;
/** In the order in which filters list them. */
export const alertTypes = [...publicAlertTypes, ...(['CERT_EXPIRING', 'DOMAIN_EXPIRING'] as const)] as const;
export type AlertType = (typeof alertTypes)[number];

/** For administrators only: no page or feed shows them to visitors. */
export type ExpiryType = 'CERT_EXPIRING' | 'DOMAIN_EXPIRING';
/** Types of a monitor's problem. */
export type ProblemAlertType = Exclude<AlertType, ExpiryType | 'RECOVERED'>;
export type PublicAlertType = Exclude<AlertType, ExpiryType>;
/** Whether the alert warns of an end while the target still works. */
export const isExpiryType = (type: AlertType): type is ExpiryType =>
  type === 'CERT_EXPIRING' || type === 'DOMAIN_EXPIRING';

export const isOutageType = (type: AlertType): boolean => type === 'DOWN' || type === 'ERROR';

/** Ascending. */
export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/**
 * The monitor's own severity goes first; else outages are critical, and other problems are warnings. RECOVERED has the
 * severity of its problem.
 */
export const severityOf = (type: AlertType, ofMonitor: Severity | null): Severity =>
  ofMonitor ?? (isOutageType(type) ? 'critical' : 'warning');
