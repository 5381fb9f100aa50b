import { shortDuration } from '@upvigil/core/format/short-duration';
import { memo, useContext } from 'react';
import { OpenCount } from '../../../shell/down-count/open-count.ts';
import { type AlertFigureWords, AlertsLedger } from '../alerts-ledger.tsx';
import { rangeWords } from './head-words.ts';
import { countWords, type OutageFigures } from './outage-figures.ts';

interface AlertFiguresProps {
  figures: OutageFigures;
  hours: number;
}

export const AlertFigures = memo(function AlertFigures({ figures, hours }: AlertFiguresProps) {
  const downNow = useContext(OpenCount);
  return <AlertsLedger figures={wordsOf(figures, hours, downNow)} />;
});

function wordsOf(figures: OutageFigures, hours: number, downNow: number): AlertFigureWords {
  const { open, servicesDown, outages, downMs, meanRecoveryMs, recovered, sent, failed } = figures;
  return {
    open: {
      value: open,
      tone: servicesDown > 0 ? 'down' : open > 0 ? 'warn' : undefined,
      sub: openWords(figures, downNow),
    },
    outages: { value: outages, sub: countWords(figures.outageTypes) },
    down: { value: <Length text={downMs > 0 ? shortDuration(downMs) : '0 min'} />, sub: rangeWords(hours) },
    recovery: {
      value: <Length text={meanRecoveryMs === null ? 'N/A' : shortDuration(meanRecoveryMs)} />,
      sub: meanRecoveryMs === null ? 'none ended' : `over the ${recovered} that ended`,
    },
    sent: { value: sent, sub: countWords([...figures.sentOn, { name: 'failed', count: failed }]) },
  };
}

/** A duration has more characters than a count, so it is smaller on small screens. */
const Length = ({ text }: { text: string }) => (
  <span className="max-xl:text-xl max-[359px]:text-base" title={text}>
    {text}
  </span>
);

/** Types of the open outages, or the number of further services that are down since before the range. */
function openWords({ openTypes, servicesDown }: OutageFigures, downNow: number): string {
  const more = downNow - servicesDown;
  return more > 0 ? `${more} more down, no alert in range` : countWords(openTypes);
}
