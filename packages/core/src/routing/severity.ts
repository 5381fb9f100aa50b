import { type AlertType, isOutageType } from '../alert-types.ts';

/** How bad an alert is, from the harmless on. */
export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Of a problem: outages are critical, all else is not; what its monitor says goes before. RECOVERED has that of its problem. */
export const severityOf = (type: AlertType, ofMonitor: Severity | null): Severity =>
  ofMonitor ?? (isOutageType(type) ? 'critical' : 'warning');
