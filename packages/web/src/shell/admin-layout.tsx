import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { onLateRefusal } from '../api/first-reads.ts';
import { followLiveEvents } from '../api/live.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Spinner } from '../components/basics/spinner.tsx';
import { DialogsProvider } from '../components/dialogs/dialogs.tsx';
import { UnsavedChangesGuard } from './boundary/unsaved-changes.tsx';
import { BrandMark, useBrand } from './brand.tsx';
import { LogoutButton } from './logout-button.tsx';
import { MainNav } from './main-nav.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme/theme-toggle.tsx';

interface AdminLayoutProps {
  /** Called with a path when somebody is about to go there. */
  onIntent: (path: string) => void;
}

/** Everything around a signed-in page: data, dialogs, live refresh, top bar and navigation. */
export function AdminLayout({ onIntent }: AdminLayoutProps) {
  const [queryClient] = useState(() => createQueryClient());
  useEffect(() => {
    const abort = new AbortController();
    void followLiveEvents(queryClient, abort.signal);
    const stopListening = onLateRefusal(() => void queryClient.resetQueries());
    return () => {
      stopListening();
      abort.abort();
    };
  }, [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <DialogsProvider>
        <UnsavedChangesGuard>
          <SkipLink />
          <TopBar onIntent={onIntent} />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto max-w-[1280px] p-6 outline-none max-md:px-4 max-md:pt-4 max-md:pb-24"
          >
            <Suspense fallback={<Spinner />}>
              <Outlet />
            </Suspense>
          </main>
        </UnsavedChangesGuard>
      </DialogsProvider>
    </QueryClientProvider>
  );
}

function TopBar({ onIntent }: AdminLayoutProps) {
  const brand = useBrand();
  return (
    <header className="sticky top-0 z-10 border-b border-(--border) bg-(--surface)">
      <div className="mx-auto flex h-14 max-w-[1280px] items-center gap-6 px-6 max-md:gap-3 max-md:px-4">
        <Link
          to="/"
          className="flex min-w-0 items-center text-base font-semibold text-(--text) no-underline hover:text-(--text) max-md:flex-1"
        >
          <BrandMark brand={brand} />
        </Link>
        <MainNav onIntent={onIntent} />
        <div className="flex items-center gap-2">
          <ThemeToggle />
          <LogoutButton />
        </div>
      </div>
    </header>
  );
}
