import { Suspense, useMemo, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { matchScreen } from '../match-screen.ts';
import { type Screen, screens } from '../routes.tsx';
import { SessionProvider, useSession } from '../session/session.tsx';
import { PageBoundary } from '../shell/boundary/page-boundary.tsx';
import { BrandProvider } from '../shell/brand.tsx';
import { HeadingFocus } from '../shell/page-heading.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { loadable } from './loadable.ts';

const adminLayout = loadable(async () => ({ default: (await import('./admin-layout.tsx')).AdminLayout }));
const pages = new Map(screens.map((screen) => [screen, loadable(screen.load)]));

/** Preloads the code of the screen at a path, and of the layout around it. */
export function preloadScreen(pathname: string): void {
  const found = matchScreen(screens, pathname)?.screen;
  if (found?.access === 'admin') void adminLayout.load();
  if (found) void pages.get(found)?.load();
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
  const Page = useMemo(() => pages.get(screen)?.component(), [screen]);
  const { pathname } = useLocation();
  return <PageBoundary key={pathname}>{Page ? <Page /> : null}</PageBoundary>;
}

function VisitorOnly() {
  const { state } = useLocation();
  if (useSession().isSignedIn) return <Navigate to={state?.to ?? '/'} replace />;
  return (
    <Suspense fallback={null}>
      <Outlet context={preloadScreen} />
    </Suspense>
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
  <PublicLayout>
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  </PublicLayout>
);
