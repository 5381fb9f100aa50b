import { formatSeconds } from '@upvigil/core/format/seconds';
import { spreadOf } from '../../../components/charts/plots/chart-scale.ts';
import { Sparkline } from '../../../components/charts/sparkline.tsx';
import { type Share, ShareBar } from '../../../components/figures/share-bar.tsx';
import { PulseStrip } from '../../../components/pulse/pulse-strip.tsx';
import { type HourOfIssues, issueBars } from './summary-figures.ts';

const heightPx = 24;

/** A bar for each hour with a problem, a dot for each without. */
export function IssueHours({ of, hours }: { of: string; hours: readonly HourOfIssues[] }) {
  const bad = hours.filter(({ down, slow }) => down + slow > 0).length;
  const label = `${of}: ${bad === 0 ? 'none' : `in ${bad}`} of the last ${hours.length} hours`;
  return <PulseStrip bars={issueBars(hours)} label={label} height={heightPx} barPx={4} />;
}

/** The average of each hour. */
export function AverageHours({ values }: { values: readonly (number | null)[] }) {
  const spread = spreadOf(values.map((value) => ({ value })));
  if (!spread) return null;
  const label = `Average of each of the last ${values.length} hours: ${formatSeconds(spread.min)} to ${formatSeconds(spread.max)}`;
  return <Sparkline values={values} height={heightPx} label={label} />;
}

/** Against the window before. An arrow and a number for eyes, words for who does not see the arrow. */
export function Change({ by, unit = '' }: { by: number; unit?: string }) {
  if (by === 0) return null;
  return (
    <span className="inline-flex items-center gap-0.5 font-medium whitespace-nowrap">
      <span aria-hidden="true">{by > 0 ? '↑' : '↓'}</span>
      {Math.abs(by)}
      {unit}
      <span className="sr-only"> {by > 0 ? 'more' : 'less'} than before</span>
    </span>
  );
}

/** Of all services, those that are up, slow and down. */
export const Shares = ({ shares }: { shares: readonly Share[] }) => <ShareBar shares={shares} />;
