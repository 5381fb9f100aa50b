import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { AdminLayout, PublicLayout, preloadScreen, type Screen, screens } from '../routes.tsx';
import { SessionProvider, useSession } from '../session/session.tsx';
import { BrandProvider } from './brand.tsx';

/** The whole app: who may see which screen, and the layout around it. */
export function App() {
  return (
    <SessionProvider>
      <BrandProvider>
        <Routes>
          <Route element={<VisitorOnly />}>{routesOf('visitor')}</Route>
          <Route element={<AdminOnly />}>{routesOf('admin')}</Route>
          <Route element={<Everybody />}>{routesOf('public')}</Route>
        </Routes>
      </BrandProvider>
    </SessionProvider>
  );
}

const routesOf = (access: Screen['access']) =>
  screens
    .filter((screen) => screen.access === access)
    .map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

function VisitorOnly() {
  if (useSession().isSignedIn) return <Navigate to="/" replace />;
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  );
}

function AdminOnly() {
  if (!useSession().isSignedIn) return <Navigate to="/login" replace />;
  return (
    <Suspense fallback={null}>
      <AdminLayout onIntent={preloadScreen} />
    </Suspense>
  );
}

function Everybody() {
  return (
    <Suspense fallback={null}>
      <PublicLayout />
    </Suspense>
  );
}
