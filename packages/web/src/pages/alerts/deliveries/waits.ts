import type { Alert } from '@upvigil/core/contract/alerts';

/** Whether an alert is open and not acknowledged. */
export const waitsForSomebody = ({ alert_type, ended_at, acknowledged_at }: Alert): boolean =>
  alert_type !== 'RECOVERED' && ended_at === null && acknowledged_at === null;
