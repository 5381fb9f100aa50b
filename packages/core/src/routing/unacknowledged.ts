import type { Alert } from '../contract/alerts.ts';

/** The alerts whose problem lasts and that nobody has acknowledged. */
export const unacknowledged = (alerts: readonly Alert[]): Alert[] =>
  alerts.filter(
    ({ alert_type, ended_at, acknowledged_at }) =>
      alert_type !== 'RECOVERED' && ended_at === null && acknowledged_at === null,
  );
