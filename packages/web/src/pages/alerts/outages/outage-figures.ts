import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { type AlertType, alertTypes } from '@upvigil/core/contract/names/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import { limits } from '@upvigil/core/limits';
import type { Outage } from '@upvigil/core/status/outages';
import { problemOf } from '@upvigil/core/texts/problems';
import type { TimeAxis } from '../../../components/figures/outage-axis.tsx';
import { nameOfDelivery } from '../deliveries/alert-deliveries.ts';

interface Counted {
  name: string;
  count: number;
}

export interface OutageFigures {
  open: number;
  /** Duration of the longest open outage; 0 without any. */
  longestMs: number;
  ended: number;
  /** Figures of DOWN outages: number, counts by type, total duration within the range, and mean time to recovery. */
  outages: number;
  outageTypes: readonly Counted[];
  downMs: number;
  recovered: number;
  meanRecoveryMs: number | null;
  sent: number;
  sentOn: readonly Counted[];
  failed: number;
}

/** `now`: open outages last until then; the range may have ended before. */
export function outageFigures(
  alerts: readonly Alert[],
  outages: readonly Outage[],
  range: TimeAxis,
  now = range.to,
): OutageFigures {
  const open = outages.filter(({ isOpen }) => isOpen);
  const downs = outages.filter(
    ({ alert, started_at }) => problemOf(alert) === 'outage' && (started_at ?? range.from) <= range.to,
  );
  const recoveries = downs.flatMap(({ started_at, ended_at }) =>
    started_at === null || ended_at === null ? [] : [ended_at - started_at],
  );
  const deliveries = alerts.flatMap((alert) => alert.deliveries);
  const sent = deliveries.filter(({ status }) => status === 'sent');
  return {
    open: open.length,
    longestMs: Math.max(0, ...open.map(({ started_at }) => now - (started_at ?? now))),
    ended: outages.length - open.length,
    outages: downs.length,
    outageTypes: countTypes(downs),
    downMs: sum(downs.map((outage) => timeWithin(outage, range))),
    recovered: recoveries.length,
    meanRecoveryMs: recoveries.length === 0 ? null : sum(recoveries) / recoveries.length,
    sent: sent.length,
    sentOn: countChannels(sent),
    failed: deliveries.filter(({ status }) => status === 'failed').length,
  };
}

/** Deliveries counted by channel name. */
function countChannels(sent: readonly Delivery[]): Counted[] {
  const counts = new Map<string, number>(builtInChannels.map((channel) => [channelNames[channel], 0]));
  for (const delivery of sent) {
    const name = nameOfDelivery(delivery);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function countTypes(outages: readonly Outage[]): Counted[] {
  const countOf = (type: AlertType) => outages.filter(({ alert }) => alert.alert_type === type).length;
  return alertTypes.map((type) => ({ name: type, count: countOf(type) }));
}

/** Duration of an outage within the range; 0 if its end is unknown. */
function timeWithin({ started_at, ended_at, isOpen }: Outage, { from, to }: TimeAxis): number {
  if (ended_at === null && !isOpen) return 0;
  return Math.max(0, Math.min(ended_at ?? to, to) - Math.max(started_at ?? from, from));
}

/** '2 DOWN, 1 SLOW', without zeros. */
export const countWords = (counts: readonly Counted[]): string =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ');

/**
 * Time of the oldest alert if the list reached its limit, so that older alerts of the range are missing; otherwise
 * null.
 */
export const cutOffAt = (alerts: readonly Alert[]): number | null => {
  const oldest = alerts.at(-1);
  return oldest && alerts.length >= limits.listLimit.max ? Date.parse(oldest.created_at) : null;
};
