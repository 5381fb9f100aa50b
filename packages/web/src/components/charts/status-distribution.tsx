import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { messages } from '@upvigil/core/messages';
import { lazy, memo, useMemo } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import type { Slice } from './plots/slice.ts';

const Plot = lazy(async () => ({
  default: (await import('./plots/status-distribution-plot.tsx')).StatusDistributionPlot,
}));

const heightPx = 220;

/** What there is to show; zeros are left out. */
function slicesOf(stats: DashboardStats): Slice[] {
  const slices: Slice[] = [
    { name: 'URLs Up', count: stats.urls_up, color: 'var(--up-g)', isHatched: false },
    { name: 'Network Up', count: stats.network_monitors_up, color: 'var(--up-g)', isHatched: true },
    { name: 'URLs Down', count: stats.urls_down, color: 'var(--down-g)', isHatched: false },
    { name: 'Network Down', count: stats.network_monitors_down, color: 'var(--down-g)', isHatched: true },
    { name: 'URLs Slow', count: stats.urls_slow, color: 'var(--warn-g)', isHatched: false },
  ];
  return slices.filter((slice) => slice.count > 0);
}

/** How many URLs and network services are up, slow and down: a pie, and the same numbers in a list beside it. */
export const StatusDistribution = memo(function StatusDistribution({ stats }: { stats: DashboardStats }) {
  const slices = useMemo(() => slicesOf(stats), [stats]);
  const summary = `Status Distribution: ${slices.map((slice) => `${slice.name} ${slice.count}`).join(', ')}`;
  return (
    <section className="card flex flex-col" aria-labelledby="status-distribution">
      <h2 id="status-distribution" className="mb-2">
        Status Distribution
      </h2>
      {slices.length === 0 ? (
        <div className="my-auto grid place-items-center text-(--muted)" style={{ height: heightPx }}>
          {messages.dashboard.noData}
        </div>
      ) : (
        <div className="my-auto grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4">
          <ChartFrame summary={summary} height={heightPx} table={null}>
            <Plot slices={slices} summary={summary} height={heightPx} />
          </ChartFrame>
          <SliceList slices={slices} />
        </div>
      )}
    </section>
  );
});

function SliceList({ slices }: { slices: readonly Slice[] }) {
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-2">
      {slices.map((slice) => (
        <div key={slice.name} className="contents">
          <dt className="flex items-center gap-2">
            <Swatch slice={slice} />
            {slice.name}
          </dt>
          <dd className="text-right font-medium">{slice.count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Swatch({ slice }: { slice: Slice }) {
  return (
    <svg aria-hidden="true" className="shrink-0 forced-color-adjust-none" width="12" height="12">
      <rect width="12" height="12" rx="2" fill={slice.color} />
      {slice.isHatched ? <path d="M-1 5 5-1M-1 13 13-1M7 13 13 7" stroke="var(--surface)" strokeWidth="1.5" /> : null}
    </svg>
  );
}
