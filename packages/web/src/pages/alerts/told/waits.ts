import type { Alert } from '@upvigil/core/contract/alerts';

/** Whether a problem lasts, as far as its alert tells, and nobody said that somebody takes care. */
export const waitsForSomebody = ({ alert_type, ended_at, acknowledged_at }: Alert): boolean =>
  alert_type !== 'RECOVERED' && ended_at === null && acknowledged_at === null;
