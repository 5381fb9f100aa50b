/** Published to visitors. */
export const publicAlertTypes = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING', 'RECOVERED'] as const;
/** The types of an alert, in the order in which filters list them. */
export const alertTypes = [...publicAlertTypes, ...(['CERT_EXPIRING', 'DOMAIN_EXPIRING'] as const)] as const;
export type AlertType = (typeof alertTypes)[number];

/** They are the administrator's alone: no page or feed shows them to visitors. */
export type ExpiryType = 'CERT_EXPIRING' | 'DOMAIN_EXPIRING';
/** Of a problem of a monitor. */
export type ProblemAlertType = Exclude<AlertType, ExpiryType | 'RECOVERED'>;
/** Published to visitors. */
export type PublicAlertType = Exclude<AlertType, ExpiryType>;
/** Of what ends some day, while the target still works. */
export const isExpiryType = (type: AlertType): type is ExpiryType =>
  type === 'CERT_EXPIRING' || type === 'DOMAIN_EXPIRING';

/** The target does not work. */
export const isOutageType = (type: AlertType): boolean => type === 'DOWN' || type === 'ERROR';

/** How bad an alert is, from the harmless on. */
export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Of a problem: outages are critical, all else is not; what its monitor says goes before. RECOVERED has that of its problem. */
export const severityOf = (type: AlertType, ofMonitor: Severity | null): Severity =>
  ofMonitor ?? (isOutageType(type) ? 'critical' : 'warning');
