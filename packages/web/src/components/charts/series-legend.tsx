import { Button } from '../basics/button.tsx';
import { seriesLook, type WebsiteSeries } from './website-series.ts';

interface SeriesLegendProps {
  series: readonly WebsiteSeries[];
  /** The figure of a website with its unit; empty while it loads. */
  figureOf: (series: WebsiteSeries) => string;
  onToggle: (id: number) => void;
  /** How many websites are not listed yet. */
  hidden: number;
  onShowMore: () => void;
}

/** The websites of a chart with their line and figure. Each is a button that hides or shows its line. */
export function SeriesLegend({ series, figureOf, onToggle, hidden, onShowMore }: SeriesLegendProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1 text-xs">
      {series.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={one.isShown}
          className="inline-flex min-h-7 max-w-56 cursor-pointer items-center gap-1.5 rounded-md px-2 hover:bg-(--hover) aria-[pressed=false]:text-(--muted) aria-[pressed=false]:line-through pointer-coarse:min-h-11"
          onClick={() => onToggle(one.id)}
        >
          <Swatch series={one} />
          <span className="truncate">{one.name}</span>
          <span className="min-w-14 text-left text-(--muted)">{figureOf(one)}</span>
        </button>
      ))}
      {hidden > 0 ? (
        <Button kind="bare" className="min-h-7 text-xs" onClick={onShowMore}>
          Show {hidden} more websites
        </Button>
      ) : null}
    </div>
  );
}

function Swatch({ series }: { series: WebsiteSeries }) {
  const { color, dash, width } = seriesLook(series.position);
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 forced-color-adjust-none ${series.isShown ? '' : 'opacity-40'}`}
      width="22"
      height="6"
    >
      <line x1="0" x2="22" y1="3" y2="3" stroke={color} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}
