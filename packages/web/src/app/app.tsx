import { Suspense, useCallback, useMemo, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { matchScreen } from '../match-screen.ts';
import { loadable } from '../reachability/loadable.ts';
import { useIsAway } from '../reachability/watch-server.ts';
import { type Screen, screens } from '../routes.tsx';
import { SessionProvider, useSession } from '../session/session.tsx';
import { AwayStrip } from '../shell/away/away-strip.tsx';
import { FailedPage, MissingPage } from '../shell/away/missing-page.tsx';
import { PageBoundary } from '../shell/boundary/page-boundary.tsx';
import { BrandProvider } from '../shell/brand.tsx';
import { HeadingFocus } from '../shell/page-heading.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';

const adminLayout = loadable(async () => ({ default: (await import('./admin-layout.tsx')).AdminLayout }));
const pages = new Map(screens.map((screen) => [screen, loadable(screen.load)]));

function pageOf(screen: Screen) {
  const page = pages.get(screen);
  if (!page) throw new Error(`${screen.path} is not in the table of screens`);
  return page;
}

/** A failure is shown when the page is rendered. */
const ignore = (): undefined => undefined;

/** Preloads the code of the screen at a path, and of the layout around it. */
export function preloadScreen(pathname: string): void {
  const found = matchScreen(screens, pathname)?.screen;
  if (found?.access === 'admin') void adminLayout.load().catch(ignore);
  if (found) void pageOf(found).load().catch(ignore);
}

/** `location.key` of the first page, where the browser manages the focus. */
const firstPageKey = 'default';

export function App() {
  const isFirstPage = useLocation().key === firstPageKey;
  return (
    <SessionProvider>
      <BrandProvider>
        <HeadingFocus value={!isFirstPage}>
          <Routes>
            <Route element={<VisitorOnly />}>{routesOf('visitor')}</Route>
            <Route element={<AdminOnly />}>{routesOf('admin')}</Route>
            <Route element={<Everybody />}>{routesOf('everybody')}</Route>
            <Route element={<InShell />}>{routesOf('in shell')}</Route>
          </Routes>
        </HeadingFocus>
      </BrandProvider>
    </SessionProvider>
  );
}

const routesOf = (access: Screen['access']) =>
  screens
    .filter((screen) => screen.access === access)
    .map((screen) => <Route key={screen.path} path={screen.path} element={<ScreenPage screen={screen} />} />);

function ScreenPage({ screen }: { screen: Screen }) {
  const page = pageOf(screen);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a component whose code could not be loaded stays broken
  const Page = useMemo(() => page.component(), [page, attempt]);
  const { pathname } = useLocation();
  const isAway = useIsAway();
  const showLoaded = useCallback(() => {
    page.forgetFailure();
    setAttempt((before) => before + 1);
  }, [page]);
  const missing = { name: screen.name, load: page.load, onLoaded: showLoaded };
  // Code of a server that hangs neither comes nor fails.
  if (isAway && !page.isLoaded()) return <MissingPage key={pathname} {...missing} />;
  return (
    <PageBoundary key={`${pathname} ${attempt}`} fallback={<FailedPage {...missing} />}>
      <Page />
    </PageBoundary>
  );
}

/** The layout of the user: a wrong address does not lead out of the app. */
const InShell = () => (useSession().isSignedIn ? <AdminOnly /> : <Everybody />);

function VisitorOnly() {
  const { state } = useLocation();
  if (useSession().isSignedIn) return <Navigate to={state?.to ?? '/'} replace />;
  return (
    <>
      <AwayStrip hasData={false} isSticky />
      <Suspense fallback={null}>
        <Outlet context={preloadScreen} />
      </Suspense>
    </>
  );
}

function AdminOnly() {
  const [AdminLayout] = useState(adminLayout.component);
  if (!useSession().isSignedIn) return <Navigate to="/login" replace />;
  return (
    <Suspense fallback={null}>
      <AdminLayout onIntent={preloadScreen} />
    </Suspense>
  );
}

const Everybody = () => (
  <PublicLayout hasData={false}>
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  </PublicLayout>
);
