import type { Tone } from './status/tone.ts';

/** The types of an alert, in the order in which filters list them. */
export const alertTypes = ['DOWN', 'ERROR', 'SLOW', 'METADATA_MISSING', 'RECOVERED'] as const;
export type AlertType = (typeof alertTypes)[number];

const alertTones: Record<AlertType, Tone> = {
  DOWN: 'down',
  ERROR: 'down',
  SLOW: 'warn',
  METADATA_MISSING: 'none',
  RECOVERED: 'up',
};
export const alertTone = (type: AlertType): Tone => alertTones[type];

/** Incidents on the public pages: DOWN and ERROR red, SLOW yellow, all others grey. */
export function incidentTone(type: string): Tone {
  if (type === 'DOWN' || type === 'ERROR') return 'down';
  return type === 'SLOW' ? 'warn' : 'none';
}
