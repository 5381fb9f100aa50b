import { useQueries } from '@tanstack/react-query';
import type { WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { Website } from '@upvigil/core/contract/websites';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { useCallback, useMemo, useState } from 'react';
import type { WebsitesChartProps } from '../../components/charts/series-chart.tsx';
import { colorCount, type WebsiteSeries } from '../../components/charts/website-series.ts';
import { useThrottledValue } from '../../components/states/use-throttled-value.ts';
import { statisticsInTurn } from './statistics-query.ts';

type StatisticsById = ReadonlyMap<number, WebsiteStatistics | undefined>;

/**
 * Minimum time between two renders of the charts, which are costly and show hours. Shorter while websites are still
 * loading.
 */
const redrawAfterMs = (drawn: StatisticsById): number => ([...drawn.values()].includes(undefined) ? 400 : 5_000);

/**
 * Websites in the two charts, and their statistics. Initially the slowest, one for each colour, because more lines are
 * hard to distinguish. Others are listed on request and loaded when their line is switched on.
 */
export function useWebsiteSeries(
  websites: readonly Website[],
  span: TimeSpan,
  slowest: readonly number[] | undefined,
): WebsitesChartProps {
  // Fixed after the first load, so that a website keeps its colour.
  const [first] = useState(() => slowest ?? []);
  const [isAll, setIsAll] = useState(false);
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const ordered = useMemo(() => inOrder(websites, first), [websites, first]);
  const listed = useMemo(() => (isAll ? ordered : ordered.slice(0, colorCount)), [ordered, isAll]);
  const isShown = useCallback((id: number, position: number) => position < colorCount !== toggled.has(id), [toggled]);
  const statistics = useQueries({
    queries: listed.map(({ id }, position) => ({
      ...statisticsInTurn(id, span),
      enabled: isShown(id, position),
    })),
    combine: combineData,
  });
  const byId = useMemo<StatisticsById>(
    () => new Map(listed.map((website, position) => [website.id, statistics[position]])),
    [listed, statistics],
  );
  const drawn = useThrottledValue(byId, redrawAfterMs);
  const series = useMemo<WebsiteSeries[]>(
    () =>
      listed.map(({ id, name }, position) => ({
        id,
        name,
        position,
        isShown: isShown(id, position),
        statistics: drawn.get(id),
      })),
    [listed, isShown, drawn],
  );
  const onToggle = useCallback((id: number) => setToggled((old) => withToggled(old, id)), []);
  const onSolo = useCallback(
    (id: number) =>
      setToggled((old) => {
        const alone = aloneToggled(listed, id);
        return isSame(old, alone) ? new Set() : alone;
      }),
    [listed],
  );
  const onShowMore = useCallback(() => setIsAll(true), []);
  const hidden = ordered.length - listed.length;
  return useMemo(
    () => ({ series, onToggle, onSolo, hidden, onShowMore }),
    [series, onToggle, onSolo, hidden, onShowMore],
  );
}

/** The named websites first. */
function inOrder(websites: readonly Website[], first: readonly number[]): Website[] {
  const byId = new Map(websites.map((website) => [website.id, website]));
  const named = first.flatMap((id) => byId.get(id) ?? []);
  return [...named, ...websites.filter(({ id }) => !first.includes(id))];
}

/** Defined outside of the component, so that the list changes only when its content does. */
const combineData = <T>(results: readonly { data: T }[]): T[] => results.map((result) => result.data);

/** What is toggled where one website is shown alone. */
const aloneToggled = (listed: readonly Website[], id: number): ReadonlySet<number> =>
  new Set(listed.flatMap((one, position) => ((one.id === id) === position < colorCount ? [] : [one.id])));

const isSame = (some: ReadonlySet<number>, others: ReadonlySet<number>): boolean =>
  some.size === others.size && [...some].every((id) => others.has(id));

function withToggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
