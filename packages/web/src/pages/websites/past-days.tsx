import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import { memo, useMemo } from 'react';
import { api } from '../../api/api.ts';
import { PulseStrip } from '../../components/pulse/pulse-strip.tsx';
import { describeStrip, stripDays } from '../../components/pulse/strip-days.ts';
import { UptimeFigure } from '../../components/uptime/uptime-figure.tsx';

export type WebsitePast = Pick<StatusOverviewItem, 'uptime_24h' | 'coverage_24h' | 'daily_uptime'>;

/** Public uptime data of each website by its id. */
export async function readPasts(signal: AbortSignal): Promise<Record<number, WebsitePast>> {
  const items = await (await api()).publicStatus.overview({ signal });
  return Object.fromEntries(
    items.map(({ id, uptime_24h, coverage_24h, daily_uptime }) => [id, { uptime_24h, coverage_24h, daily_uptime }]),
  );
}

interface PastDaysProps {
  of: string;
  past: WebsitePast;
  isInRow?: boolean;
}

/** Thirty days of a website and its uptime of the last 24 hours; nothing before the first check. */
export const PastDays = memo(function PastDays({
  of,
  past: { uptime_24h, coverage_24h, daily_uptime },
  isInRow,
}: PastDaysProps) {
  const strip = useMemo(() => stripDays(daily_uptime), [daily_uptime]);
  const bars = useMemo(() => strip.map((day) => dayBar(day.tone, day.lostSeconds)), [strip]);
  if (strip.every(({ uptime }) => uptime === null)) return null;
  return (
    <div className={isInRow ? 'flex items-center gap-4' : 'flex flex-col-reverse gap-1.5'}>
      <div className="min-w-0 grow">
        <PulseStrip bars={bars} height={20} barPx={4} label={describeStrip(`Days of ${of}`, strip)} />
      </div>
      <p className="flex justify-between gap-2 text-[0.8125rem]">
        <span className={isInRow ? 'sr-only' : 'text-(--muted)'}>Uptime (24h)</span>
        <span className={`font-medium ${isInRow ? 'w-19 text-right' : ''}`}>
          <UptimeFigure percent={uptime_24h} coverage={coverage_24h} />
        </span>
      </p>
    </div>
  );
});
