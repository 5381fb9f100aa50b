import type { Alert } from '@upvigil/core/contract/alerts';
import { outagesFromAlerts } from '@upvigil/core/status/outages';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';

/** Start and end of an outage in ms since the epoch; null if the alert is no longer stored. */
export interface MonitorOutage {
  id: number;
  from: number | null;
  to: number | null;
  isOpen: boolean;
  /** 'HTTP 503'; null if its alert does not contain it. */
  cause: string | null;
}

/** Outages of one monitor since a time, from its alerts: open ones first, then the newest. */
export const outagesSince = (alerts: readonly Alert[], since: number): MonitorOutage[] =>
  outagesFromAlerts(alerts)
    .filter(({ alert }) => problemOf(alert) === 'outage')
    .map(({ alert, started_at: from, ended_at: to, isOpen }) => ({
      id: alert.id,
      from,
      to,
      isOpen,
      cause: sentenceParts(alert)?.cause || null,
    }))
    .filter(({ from, to, isOpen }) => isOpen || (to ?? from ?? 0) >= since);
