import { onlineManager, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { DownCounts } from '@upvigil/core/contract/dashboard';
import { ApiError } from '@upvigil/core/contract/errors';
import { hourMs } from '@upvigil/core/time';
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { downCounts } from '../api/queries.ts';
import { Button } from '../components/basics/button.tsx';
import { Spinner } from '../components/basics/spinner.tsx';
import { DialogsProvider } from '../components/dialogs/dialogs.tsx';
import { logFailure } from '../failures.ts';
import { JumpButton } from '../palette/jump-button.tsx';
import { lazyPart } from '../reachability/lazy-part.tsx';
import { useIsAway } from '../reachability/watch-server.ts';
import { AwayStrip } from '../shell/away/away-strip.tsx';
import { PageIsMissing } from '../shell/away/missing-page.tsx';
import { PageBoundary } from '../shell/boundary/page-boundary.tsx';
import { UnsavedChangesGuard } from '../shell/boundary/unsaved-changes.tsx';
import { BrandMark, useBrand } from '../shell/brand.tsx';
import { OpenCount } from '../shell/down-count/open-count.ts';
import { MainNav } from '../shell/main-nav.tsx';
import { SkipLink } from '../shell/skip-link.tsx';
import { ThemeToggle } from '../shell/theme/theme-toggle.tsx';
import { useLogout } from '../shell/use-logout.ts';

const Wallboard = lazyPart(async () => ({ default: (await import('../wallboard/wallboard.tsx')).Wallboard }));

interface AdminLayoutProps {
  /** Called when a link is hovered or focused, so that its page can be preloaded. */
  onIntent: (path: string) => void;
}

/** Frame of the signed-in pages: query client, dialogs, live refresh, top bar and navigation. */
export function AdminLayout({ onIntent }: AdminLayoutProps) {
  const [queryClient] = useState(() => createQueryClient());
  useLiveQueries(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogsProvider>
        <UnsavedChangesGuard>
          <Shell onIntent={onIntent} />
        </UnsavedChangesGuard>
      </DialogsProvider>
    </QueryClientProvider>
  );
}

/**
 * Delay of the live events, repeated while a query has no data yet: their code must not compete with the first content.
 * The stream starts with the changes since the page was opened.
 */
const liveAfterMs = 1_000;

/**
 * Follows live events while the server answers. While it is away, no query starts and hanging ones are cancelled; all are
 * repeated as soon as it is back.
 */
function useLiveQueries(queryClient: QueryClient): void {
  const isAway = useIsAway();
  useEffect(() => {
    if (isAway) {
      onlineManager.setOnline(false);
      void queryClient.cancelQueries();
      forgetFailures(queryClient);
      return;
    }
    onlineManager.setOnline(true);
    const abort = new AbortController();
    const began = performance.now();
    const start = () => {
      if (hasEmptyQueries(queryClient)) timer = setTimeout(start, liveAfterMs);
      else void startLive(queryClient, began, abort.signal);
    };
    let timer = setTimeout(start, liveAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [queryClient, isAway]);
}

/** Resets queries that got no answer, so that the page keeps the data that it showed before. */
function forgetFailures(queryClient: QueryClient): void {
  const failed = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state: { data, error } }) => data === undefined && error !== null });
  for (const query of failed) if (!(query.state.error instanceof ApiError)) query.reset();
}

const hasEmptyQueries = (queryClient: QueryClient): boolean =>
  queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;

function Shell({ onIntent }: AdminLayoutProps) {
  const [isMissing, setIsMissing] = useState(false);
  const open = useOpenCount();
  useStateIcon(open > 0);
  if (useIsWall()) {
    return (
      <OpenCount value={open}>
        <PageBoundary>
          <Suspense fallback={<Spinner />}>
            <Wallboard />
          </Suspense>
        </PageBoundary>
      </OpenCount>
    );
  }
  return (
    <OpenCount value={open}>
      <SkipLink />
      <TopBar onIntent={onIntent} isMissing={isMissing} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1344px] px-8 pt-7 pb-16 outline-none max-lg:px-5 max-md:px-4 max-md:pt-5 max-md:pb-24"
      >
        <PageIsMissing value={setIsMissing}>
          <Suspense fallback={<Spinner />}>
            <Outlet />
          </Suspense>
        </PageIsMissing>
      </main>
    </OpenCount>
  );
}

/** `/?wall` shows the dashboard as a wallboard, without navigation. */
function useIsWall(): boolean {
  const { pathname, search } = useLocation();
  return pathname === '/' && new URLSearchParams(search).has('wall');
}

/** Must not have a filter or transform, because the tab bar inside has a fixed position. */
function TopBar({ onIntent, isMissing }: AdminLayoutProps & { isMissing: boolean }) {
  const brand = useBrand();
  return (
    <header className="sticky top-0 z-10 border-b border-(--border) bg-(--surface)">
      <div className="mx-auto flex h-14 max-w-[1344px] items-center gap-7 px-8 max-lg:gap-3.5 max-lg:px-5 max-md:gap-3 max-md:px-4">
        <Link
          to="/"
          className="flex min-w-0 items-center text-base font-semibold text-(--text) max-md:flex-1 hover:no-underline"
        >
          <BrandMark brand={brand} />
        </Link>
        <MainNav onIntent={onIntent} />
        <div className="flex items-center gap-2">
          <JumpButton />
          <ThemeToggle />
          <LogoutButton />
        </div>
      </div>
      <AwayStrip hasData={!isMissing} />
    </header>
  );
}

const retriesOfAwayServer = 2;
/** How long data of a closed page is kept, to show it again while the server does not answer. */
const keptMs = hourMs;

/**
 * Retries requests that got no response, but not those that the server refused. Logs the first failure of each query.
 */
function createQueryClient(): QueryClient {
  // The browser's network state says nothing about a server on this machine or in this network.
  onlineManager.setEventListener(() => undefined);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logFailure(`Could not load ${String(query.queryKey[0])}:`, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: keptMs,
        retry: (failures, error) => !(error instanceof ApiError) && failures < retriesOfAwayServer,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function LogoutButton() {
  const logout = useLogout();
  return (
    <Button size="small" onClick={() => void logout()}>
      Logout
    </Button>
  );
}

/** Shows a red square in the browser tab while a service is down. */
function useStateIcon(isBroken: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!link || !isBroken) return;
    const before = link.href;
    link.href = '/favicon-down.svg';
    return () => {
      link.href = before;
    };
  }, [isBroken]);
}

const countDown = ({ urls_down, network_monitors_down }: DownCounts): number => urls_down + network_monitors_down;

/** Number of services that are down; 0 until it is loaded. */
function useOpenCount(): number {
  const { data = 0 } = useQuery({ ...downCounts(), select: countDown });
  return data;
}

async function startLive(queryClient: QueryClient, began: number, signal: AbortSignal): Promise<void> {
  try {
    const { followEvents } = await import('../api/live/live.ts');
    await followEvents(queryClient, began, signal);
  } catch (error) {
    logFailure('Could not load the live events:', error);
  }
}
