import { useMemo } from 'react';
import { buttonClass } from '../basics/button.tsx';
import { formatTime } from '../time/time-format.ts';
import { useCrosshair } from './crosshair.tsx';
import { Rail } from './rail.tsx';
import { type FigureWords, railLines, type SeriesRow, type WebsiteSeries } from './website-series.ts';

/** '22 Nov, 03:00' */
export const hourWords = (at: number): string => `${formatTime(at, 'dayMonth')}, ${formatTime(at, 'hourMinute')}`;

interface SeriesRailProps {
  series: readonly WebsiteSeries[];
  rows: readonly SeriesRow[];
  words: FigureWords;
  /** Height of the plot beside it in px; more lines than fit scroll. */
  height: number;
  onToggle: (id: number) => void;
  onSolo: (id: number) => void;
  /** How many websites are not listed yet. */
  hidden: number;
  onShowMore: () => void;
}

/** The rail of a chart over all websites: their values at the crosshair, or over the whole range. */
export function SeriesRail({ series, rows, words, height, onToggle, onSolo, hidden, onShowMore }: SeriesRailProps) {
  const [at] = useCrosshair();
  const row = useMemo(() => (at === null ? undefined : rows.find((one) => one.at === at)), [rows, at]);
  const lines = useMemo(() => railLines(series, row, words), [series, row, words]);
  return (
    <div
      className="md:max-h-(--most) md:overflow-y-auto"
      style={{ '--most': `${height + 28}px` } as React.CSSProperties}
    >
      <Rail
        title={row ? hourWords(row.at) : 'Average of the range'}
        lines={lines}
        onToggle={(id) => onToggle(Number(id))}
        onSolo={(id) => onSolo(Number(id))}
      >
        {hidden > 0 ? (
          <button type="button" className={`${buttonClass('bare')} min-h-7 text-xs`} onClick={onShowMore}>
            Show {hidden} more websites
          </button>
        ) : null}
      </Rail>
    </div>
  );
}
