import type { Alert } from '@upvigil/core/contract/alerts';
import { eachAlertOnce, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import { hourMs } from '@upvigil/core/time';
import type { TimeAxis } from '../../../components/figures/outage-axis.tsx';
import { headWords } from './head-words.ts';
import { cutOffAt, type OutageFigures, outageFigures } from './outage-figures.ts';

/** Everything derived from the alerts of a range at one time. */
export interface OutageSummary {
  outages: readonly Outage[];
  /** The alerts, newest first. */
  alerts: readonly Alert[];
  axis: TimeAxis;
  figures: OutageFigures;
  /** Subheading of the page. */
  head: string;
}

/** `open`: alerts of open problems, which may have begun before the range. */
export function summarizeOutages(
  alerts: readonly Alert[],
  open: readonly Alert[],
  hours: number,
  now: number,
): OutageSummary {
  // Open alerts may be older than the range.
  const all = eachAlertOnce([...alerts, ...open]).sort((a, b) => b.created_at.localeCompare(a.created_at));
  const outages = outagesFromAlerts(all);
  const axis = { from: now - hours * hourMs, to: now };
  const cutOff = cutOffAt(alerts);
  const figures = outageFigures(alerts, outages, { ...axis, from: cutOff ?? axis.from });
  return {
    outages,
    alerts: all,
    axis,
    figures,
    head: headWords(figures, { hours, cutOff, loaded: alerts.length }),
  };
}
