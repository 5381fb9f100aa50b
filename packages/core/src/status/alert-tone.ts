import type { AlertType } from '../contract/names/alerts.ts';
import type { Tone } from './tone.ts';

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
