import type { Alert } from '@upvigil/core/contract/alerts';
import { channelOf } from '@upvigil/core/format/alert-lines';
import { outagesFromAlerts } from '@upvigil/core/status/outages';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';

/** Start and end of an outage or a slow period in ms since the epoch; null if the alert is no longer stored. */
export interface MonitorOutage {
  id: number;
  state: 'DOWN' | 'SLOW';
  from: number | null;
  to: number | null;
  isOpen: boolean;
  /** 'HTTP 503'; null if its alert does not contain it. */
  cause: string | null;
  /** 'Email, Slack', or why nobody was notified. */
  notified: string;
  /** Number of deliveries that were sent, and of those that never will be. */
  sent: number;
  suppressed: number;
}

/** Outages and slow periods of one monitor within a window, from its alerts: open ones first, then the newest. */
export const outagesIn = (alerts: readonly Alert[], { from: since, to: until }: { from: number; to: number }) =>
  outagesFromAlerts(alerts)
    .flatMap(({ alert, recovery, started_at: from, ended_at: to, isOpen }): MonitorOutage[] => {
      const problem = problemOf(alert);
      if (problem !== 'outage' && problem !== 'slow') return [];
      const deliveries =
        recovery && recovery !== alert ? [...alert.deliveries, ...recovery.deliveries] : alert.deliveries;
      return [
        {
          id: alert.id,
          state: problem === 'slow' ? 'SLOW' : 'DOWN',
          from,
          to,
          isOpen,
          cause: sentenceParts(alert)?.cause || null,
          notified: notifiedWords(alert),
          sent: deliveries.filter(({ status }) => status === 'sent').length,
          suppressed: deliveries.filter(({ status }) => status !== 'sent' && status !== 'pending').length,
        },
      ];
    })
    .filter(({ from, to, isOpen }) => (isOpen || (to ?? from ?? 0) >= since) && (from ?? since) <= until);

function notifiedWords({ deliveries }: Alert): string {
  const names = [...new Set(deliveries.filter(({ status }) => status === 'sent').map(channelOf))];
  if (names.length > 0) return names.join(', ');
  const reason = deliveries.find((delivery) => delivery.reason !== null)?.reason;
  return reason ? `Not sent: ${reason}` : 'Nobody';
}

/** How long something lasted within a window, in ms. */
export const lengthWithin = (outages: readonly MonitorOutage[], { from, to }: { from: number; to: number }): number =>
  outages.reduce((sum, outage) => {
    const start = Math.max(outage.from ?? outage.to ?? to, from);
    const end = Math.min(outage.isOpen ? to : (outage.to ?? start), to);
    return sum + Math.max(0, end - start);
  }, 0);
