import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { messages } from '@upvigil/core/texts/messages';
import { memo, useMemo } from 'react';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { ChartFrame } from './chart-frame.tsx';
import type { Slice } from './plots/status-distribution-plot.tsx';

const Plot = lazyPart(async () => ({
  default: (await import('./plots/status-distribution-plot.tsx')).StatusDistributionPlot,
}));

const ringPx = 156;

/** Omits slices of zero. */
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

/**
 * Number of URLs and network services that are up, slow and down: a ring with the total, and a list with the counts.
 */
export const StatusDistribution = memo(function StatusDistribution({ stats }: { stats: DashboardStats }) {
  const slices = useMemo(() => slicesOf(stats), [stats]);
  const summary = `Status Distribution: ${slices.map((slice) => `${slice.name} ${slice.count}`).join(', ')}`;
  const total = slices.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card flex flex-col" aria-labelledby="status-distribution">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 id="status-distribution" className="text-[0.9375rem] leading-5">
          Status Distribution
        </h2>
        {total > 0 ? <span className="text-xs text-(--hint)">{total} checked now</span> : null}
      </div>
      {total === 0 ? (
        <NoSlices />
      ) : (
        <div className="my-auto grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-4 py-2 md:grid-cols-[9.75rem_minmax(0,1fr)] md:gap-6">
          <ChartFrame summary={summary} height={ringPx} table={null}>
            <div className="grid h-full grid-cols-[minmax(0,1fr)] content-center">
              <Plot
                slices={slices}
                summary={summary}
                total={total}
                up={stats.urls_up + stats.network_monitors_up}
                size={ringPx}
              />
            </div>
          </ChartFrame>
          <SliceList slices={slices} />
        </div>
      )}
    </section>
  );
});

/** Placeholder of the ring. */
const NoSlices = () => (
  <div className="my-auto grid justify-items-center gap-2.5 py-6 text-[0.8125rem] text-(--muted)">
    <svg aria-hidden="true" width="100" height="100" viewBox="0 0 100 100">
      <circle cx="50" cy="50" r="40" fill="none" stroke="var(--border)" strokeWidth="18" strokeDasharray="7 3.47" />
    </svg>
    <p>{messages.dashboard.noData}</p>
  </div>
);

function SliceList({ slices }: { slices: readonly Slice[] }) {
  return (
    <dl className="text-[0.8125rem]">
      {slices.map((slice) => (
        <div
          key={slice.name}
          className="flex items-center justify-between gap-2 border-t border-(--border) py-1.5 first:border-t-0"
        >
          <dt className="flex min-w-0 items-center gap-2.5">
            <Swatch slice={slice} />
            {slice.name}
          </dt>
          <dd className="font-semibold">{slice.count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Swatch({ slice }: { slice: Slice }) {
  return (
    <svg aria-hidden="true" className="shrink-0 forced-color-adjust-none" width="12" height="12">
      <rect width="12" height="12" rx="3" fill={slice.color} />
      {slice.isHatched ? <path d="M-1 5 5-1M-1 13 13-1M7 13 13 7" stroke="var(--surface)" strokeWidth="1.5" /> : null}
    </svg>
  );
}
