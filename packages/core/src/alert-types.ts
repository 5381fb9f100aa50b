import type { Tone } from './status/tone.ts';

/** What visitors may be told of. */
export const publicAlertTypes = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING', 'RECOVERED'] as const;
/** The types of an alert, in the order in which filters list them. */
export const alertTypes = [...publicAlertTypes, ...(['CERT_EXPIRING', 'DOMAIN_EXPIRING'] as const)] as const;
export type AlertType = (typeof alertTypes)[number];

/** They are the administrator's alone: no page or feed shows them to visitors. */
export type ExpiryType = 'CERT_EXPIRING' | 'DOMAIN_EXPIRING';
/** Of a problem of a monitor. */
export type ProblemAlertType = Exclude<AlertType, ExpiryType | 'RECOVERED'>;
/** What visitors may be told of. */
export type PublicAlertType = Exclude<AlertType, ExpiryType>;
/** Of what ends some day, while the target still works. */
export const isExpiryType = (type: AlertType): type is ExpiryType =>
  type === 'CERT_EXPIRING' || type === 'DOMAIN_EXPIRING';

/** The target does not work. */
export const isOutageType = (type: AlertType): boolean => type === 'DOWN' || type === 'ERROR';

const alertTones: Record<AlertType, Tone> = {
  DOWN: 'down',
  ERROR: 'down',
  SLOW: 'warn',
  METADATA_MISSING: 'none',
  RECOVERED: 'up',
  CERT_EXPIRING: 'warn',
  DOMAIN_EXPIRING: 'warn',
};
export const alertTone = (type: AlertType): Tone => alertTones[type];

/** Incidents on the public pages: DOWN and ERROR red, SLOW yellow, all others grey. */
export function incidentTone(type: string): Tone {
  if (type === 'DOWN' || type === 'ERROR') return 'down';
  return type === 'SLOW' ? 'warn' : 'none';
}
