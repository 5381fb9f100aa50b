import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { startLive } from '../api/live/start-live.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Spinner } from '../components/basics/spinner.tsx';
import { DialogsProvider } from '../components/dialogs/dialogs.tsx';
import { JumpButton } from '../palette/jump-button.tsx';
import { PageBoundary } from './boundary/page-boundary.tsx';
import { UnsavedChangesGuard } from './boundary/unsaved-changes.tsx';
import { BrandMark, useBrand } from './brand.tsx';
import { OpenCount } from './down-count/open-count.ts';
import { useStateIcon } from './down-count/state-icon.ts';
import { useOpenCount } from './down-count/use-open-count.ts';
import { LogoutButton } from './logout-button.tsx';
import { MainNav } from './main-nav.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme/theme-toggle.tsx';

const Wallboard = lazy(async () => ({ default: (await import('../wallboard/wallboard.tsx')).Wallboard }));

interface AdminLayoutProps {
  /** Called with a path when somebody is about to go there. */
  onIntent: (path: string) => void;
}

/** Everything around a signed-in page: data, dialogs, live refresh, top bar and navigation. */
export function AdminLayout({ onIntent }: AdminLayoutProps) {
  const [queryClient] = useState(() => createQueryClient());
  useEffect(() => {
    const abort = new AbortController();
    void startLive(queryClient, abort.signal);
    return () => abort.abort();
  }, [queryClient]);
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

function Shell({ onIntent }: AdminLayoutProps) {
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
      <TopBar onIntent={onIntent} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1344px] px-8 pt-7 pb-16 outline-none max-lg:px-5 max-md:px-4 max-md:pt-5 max-md:pb-24"
      >
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
      </main>
    </OpenCount>
  );
}

/** `/?wall`: the dashboard for a screen on the wall, without anything around it. */
function useIsWall(): boolean {
  const { pathname, search } = useLocation();
  return pathname === '/' && new URLSearchParams(search).has('wall');
}

/** No filter and no transform on it: the tab bar inside is fixed to the screen. */
function TopBar({ onIntent }: AdminLayoutProps) {
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
    </header>
  );
}
