import { useQueries } from '@tanstack/react-query';
import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import { useCallback, useMemo, useState } from 'react';
import type { WebsitesChartProps } from '../../components/charts/series-chart.tsx';
import type { WebsiteSeries } from '../../components/charts/website-series.ts';
import { useThrottledValue } from '../../components/states/use-throttled-value.ts';
import { statisticsInTurn } from './statistics-query.ts';

/** As many as there are colours: more lines are hard to tell apart, and are shown on request. */
const websitesAtOnce = 7;

type StatisticsById = ReadonlyMap<number, WebsiteStatistics | undefined>;

/**
 * Shortest time between two renderings of the charts, which are the page's largest piece of work and show hours. Shorter
 * while websites are missing from them.
 */
const redrawAfterMs = (drawn: StatisticsById): number => ([...drawn.values()].includes(undefined) ? 400 : 5_000);

/** Which websites the two charts show, and their statistics: only of those that are shown. */
export function useWebsiteSeries(websites: readonly Website[], hours: number): WebsitesChartProps {
  const [limit, setLimit] = useState(websitesAtOnce);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const listed = useMemo(() => websites.slice(0, limit), [websites, limit]);
  const statistics = useQueries({
    queries: listed.map((website) => ({ ...statisticsInTurn(website.id, hours), enabled: !off.has(website.id) })),
    combine: combineData,
  });
  const byId = useMemo<StatisticsById>(
    () => new Map(listed.map((website, position) => [website.id, statistics[position]])),
    [listed, statistics],
  );
  const drawn = useThrottledValue(byId, redrawAfterMs);
  const series = useMemo<WebsiteSeries[]>(
    () =>
      listed.map((website, position) => ({
        id: website.id,
        name: website.name,
        position,
        isShown: !off.has(website.id),
        statistics: drawn.get(website.id),
      })),
    [listed, off, drawn],
  );
  const onToggle = useCallback((id: number) => setOff((old) => toggled(old, id)), []);
  const onShowMore = useCallback(() => setLimit((old) => old + websitesAtOnce), []);
  const hidden = websites.length - listed.length;
  return useMemo(() => ({ series, onToggle, hidden, onShowMore }), [series, onToggle, hidden, onShowMore]);
}

/** Outside of the component, so that the list is only made anew when something in it changed. */
const combineData = <T>(results: readonly { data: T }[]): T[] => results.map((result) => result.data);

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
