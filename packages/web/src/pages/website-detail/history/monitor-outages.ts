import type { Alert } from '@upvigil/core/contract/alerts';
import { outagesFromAlerts } from '@upvigil/core/status/outages';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';

/** When something was down, in ms since the epoch; null where the alert that says so is not kept. */
export interface MonitorOutage {
  id: number;
  from: number | null;
  to: number | null;
  /** It lasts still. */
  isOpen: boolean;
  /** 'HTTP 503'; null where its alert does not say it. */
  cause: string | null;
}

/** The outages of one monitor that lasted at some time since then, by its alerts: what lasts first, then the newest. */
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
