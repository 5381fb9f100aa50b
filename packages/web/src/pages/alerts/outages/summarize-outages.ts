import type { Alert } from '@upvigil/core/contract/alerts';
import { eachAlertOnce, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import { hourMs } from '@upvigil/core/time';
import type { TimeAxis } from '../../../components/figures/outage-axis.tsx';
import { headWords } from './head-words.ts';
import { cutOffAt, type OutageFigures, outageFigures } from './outage-figures.ts';

/** All that follows from the alerts of a range as they were read at a moment. */
export interface OutageSummary {
  outages: readonly Outage[];
  /** From how many alerts. */
  alertCount: number;
  axis: TimeAxis;
  figures: OutageFigures;
  /** The line below the page's heading. */
  head: string;
}

/** `open`: the alerts of what lasts, as it may have begun before the range. */
export function summarizeOutages(
  alerts: readonly Alert[],
  open: readonly Alert[],
  hours: number,
  now: number,
): OutageSummary {
  const all = eachAlertOnce([...alerts, ...open]);
  const outages = outagesFromAlerts(all);
  const axis = { from: now - hours * hourMs, to: now };
  const cutOff = cutOffAt(alerts);
  const figures = outageFigures(alerts, outages, { ...axis, from: cutOff ?? axis.from });
  return {
    outages,
    alertCount: all.length,
    axis,
    figures,
    head: headWords(figures, { hours, cutOff, loaded: alerts.length }),
  };
}
