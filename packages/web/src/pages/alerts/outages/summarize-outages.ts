import type { Alert } from '@upvigil/core/contract/alerts';
import { eachAlertOnce, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import { type TimeSpan, windowOfSpan } from '@upvigil/core/time-ranges';
import type { TimeAxis } from '../../../components/figures/outage-axis.tsx';
import { headWords } from './head-words.ts';
import { cutOffAt, type OutageFigures, outageFigures } from './outage-figures.ts';

/** Everything derived from the alerts of a range at one time. */
export interface OutageSummary {
  outages: readonly Outage[];
  /** The alerts, newest first. */
  alerts: readonly Alert[];
  /** The time of the page. It ends in the past where the page shows a day that is over. */
  axis: TimeAxis;
  /** When the alerts were read, in ms since the epoch. */
  now: number;
  figures: OutageFigures;
  /** Subheading of the page. */
  head: string;
}

/** `open`: alerts of open problems, which may have begun before the range. */
export function summarizeOutages(
  alerts: readonly Alert[],
  open: readonly Alert[],
  span: TimeSpan,
  now: number,
): OutageSummary {
  // Open alerts may be older than the range.
  const all = eachAlertOnce([...alerts, ...open]).sort((a, b) => b.created_at.localeCompare(a.created_at));
  const outages = outagesFromAlerts(all);
  const { from, to } = windowOfSpan(span, now);
  const axis = { from, to, isPast: to < now };
  const cutOff = cutOffAt(alerts);
  const figures = outageFigures(alerts, outages, { from: cutOff ?? from, to }, now);
  return {
    outages,
    alerts: all,
    axis,
    now,
    figures,
    head: headWords(figures, { span, now, cutOff, loaded: alerts.length }),
  };
}
