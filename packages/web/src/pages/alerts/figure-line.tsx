import { shortDuration } from '@upvigil/core/format/short-duration';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { memo } from 'react';
import { rangeWords } from './outages/head-words.ts';
import { countWords, type OutageFigures } from './outages/outage-figures.ts';

interface FigureLineProps {
  figures: OutageFigures;
  span: TimeSpan;
  now: number;
}

/** Figures of the alerts of the range in one line; the titles break them down. */
export const FigureLine = memo(function FigureLine({ figures, span, now }: FigureLineProps) {
  const { outages, downMs, meanRecoveryMs, recovered, sent, failed } = figures;
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 bg-(--sunken) px-5 py-2.5 text-[0.8125rem] text-(--muted) max-md:gap-x-4 max-md:px-4">
      <dl className="contents">
        <Figure value={outages} label={outages === 1 ? 'outage' : 'outages'} title={countWords(figures.outageTypes)} />
        <Figure value={downMs > 0 ? shortDuration(downMs) : '0 min'} label="down, all services" />
        <Figure
          value={meanRecoveryMs === null ? 'N/A' : shortDuration(meanRecoveryMs)}
          label="mean time to recovery"
          title={meanRecoveryMs === null ? 'none recovered' : `over ${recovered} recovered`}
        />
        <Figure value={sent} label="notifications sent" title={countWords(figures.sentOn)} />
        {failed > 0 ? <Figure value={failed} label="failed" isBad /> : null}
      </dl>
      <span className="ml-auto text-(--hint) max-md:hidden">{rangeWords(span, now)}</span>
    </div>
  );
});

interface FigureProps {
  value: string | number;
  label: string;
  title?: string;
  isBad?: boolean;
}

const Figure = ({ value, label, title, isBad = false }: FigureProps) => (
  <div className="flex items-baseline gap-1" title={title || undefined}>
    <dt className="order-2">{label}</dt>
    <dd className={`font-semibold ${isBad ? 'text-(--down-fg)' : 'text-(--text)'}`}>{value}</dd>
  </div>
);
