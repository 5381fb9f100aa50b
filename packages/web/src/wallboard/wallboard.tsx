import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { defaults } from '@upvigil/core/defaults';
import { messages } from '@upvigil/core/texts/messages';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { dashboardStats } from '../api/queries.ts';
import { Spinner } from '../components/basics/spinner.tsx';
import { ErrorView } from '../components/states/error-view.tsx';
import { formatTime } from '../components/time/time-format.ts';
import { useNow } from '../components/time/use-now.ts';
import { overviewSource, readPublic } from '../public/public-source.ts';
import { useIsAway } from '../reachability/watch-server.ts';
import { AwayStrip } from '../shell/away/away-strip.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { mostTiles, type WallLayout, type WallRoom, wallLayout } from './wall-layout.ts';
import { WallProblems } from './wall-problems.tsx';
import { WallTile } from './wall-tile.tsx';
import { isOutdated, type Tile, tilesOf } from './wall-tiles.ts';

const everySeconds = defaults.refreshSeconds.dashboard;

/** Public data of all websites with their days, in one request. */
const overview = () =>
  queryOptions({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => (await readPublic(overviewSource, signal)).data,
    refetchInterval: everySeconds * 1000,
  });

/** Dashboard for a screen on a wall: problems first, then all websites and services. Needs no interaction. */
export function Wallboard() {
  const stats = useQuery(dashboardStats(defaults.hours.dashboard));
  const websites = useQuery(overview());
  const now = useNow();
  useEscape();
  const tiles = useMemo(
    () => tilesOf(websites.data ?? [], stats.data?.network_stats ?? []),
    [websites.data, stats.data],
  );
  const isAway = useIsAway();
  const isMissing = [stats, websites].some((query) => !query.data && query.errorUpdateCount > 0);
  const staleSince = asOf(stats, websites, now, isAway);
  const isLoading = !isMissing && !(stats.data && websites.data);
  return (
    <main id="content" tabIndex={-1} className="flex min-h-dvh flex-col gap-4 p-6 outline-none max-md:p-4">
      <div className="-m-6 mb-0 max-md:-m-4 max-md:mb-0">
        <AwayStrip widthClass="" />
      </div>
      <Head now={now} asOf={staleSince} />
      {isLoading ? <Spinner /> : null}
      {stats.data && !isLoading ? <WallProblems stats={stats.data} now={isAway ? stats.dataUpdatedAt : now} /> : null}
      {isMissing ? (
        <ErrorView
          title="Could not load the wallboard"
          message="The page retries every minute."
          retryLabel={messages.publicStatus.tryAgain}
          isRetrying={stats.isFetching || websites.isFetching}
          onRetry={() => void Promise.all([stats.refetch(), websites.refetch()])}
        />
      ) : null}
      {tiles.length > 0 && !isLoading ? <Tiles tiles={tiles} /> : null}
      {websites.data && stats.data && tiles.length === 0 ? <Empty /> : null}
    </main>
  );
}

/** Time of the older of both responses if they may be outdated; otherwise null. */
function asOf(
  stats: UseQueryResult<DashboardStats>,
  websites: UseQueryResult<unknown>,
  now: number,
  isAway: boolean,
): number | null {
  const read = [stats, websites].filter((query) => query.data !== undefined);
  const readAt = Math.min(...read.map((query) => query.dataUpdatedAt));
  const hasFailed = isAway || read.some((query) => query.isError);
  return read.length > 0 && isOutdated({ readAt, hasFailed }, now, everySeconds) ? readAt : null;
}

function Head({ now, asOf }: { now: number; asOf: number | null }) {
  return (
    <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <div className="flex-1 text-(--muted) [&_h1]:text-base [&_h1]:leading-6">
        <PageHeading title="Wallboard" />
      </div>
      {asOf === null ? null : (
        <p role="status" className="text-xl font-semibold text-(--warn-fg)">
          as of {formatTime(asOf, 'clock')}
        </p>
      )}
      <Link to="/" className="py-1 text-(--muted) pointer-coarse:py-3">
        Exit <span className="sr-only">the wallboard</span>
      </Link>
      <time dateTime={new Date(now).toISOString()} className="text-[2rem] leading-10 font-semibold tracking-[-0.03em]">
        {formatTime(now, 'clock')}
      </time>
    </header>
  );
}

function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  const shown = tiles.slice(0, mostTiles);
  const left = tiles.length - shown.length;
  const [list, { size, columns, gap }] = useWallLayout<HTMLUListElement>(shown.length, left > 0);
  return (
    <>
      <ul
        ref={list}
        aria-label="Websites and services"
        className="grid flex-1 auto-rows-[minmax(min-content,1fr)]"
        style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {shown.map((tile) => (
          <WallTile key={tile.id} tile={tile} size={size} />
        ))}
      </ul>
      {left > 0 ? <p className="text-(--muted)">and {left} more</p> : null}
    </>
  );
}

const Empty = () => (
  <p className="grid flex-1 place-content-center justify-items-center gap-2 text-center text-[2rem] leading-10">
    {messages.empty.websites}
    <Link to="/websites?add" className="text-base">
      Add Your First Website
    </Link>
  </p>
);

function useEscape(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) navigate('/');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}

/** Padding of the page below the tiles, and the line about further tiles with its distance, in px. */
const bottomPx = 24;
const furtherPx = 36;

/** Layout for the remaining height of the screen. Measured at each render; the clock causes one each second. */
function useWallLayout<List extends HTMLElement>(
  count: number,
  hasFurther: boolean,
): [RefObject<List | null>, WallLayout] {
  const list = useRef<List>(null);
  const [room, setRoom] = useState<WallRoom | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (!list.current) return;
      const { width, top } = list.current.getBoundingClientRect();
      const height = window.innerHeight - (top + window.scrollY) - bottomPx - (hasFurther ? furtherPx : 0);
      setRoom((was) => (was?.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return [list, wallLayout(count, room)];
}
