import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router-dom';

/** Who sees a screen: `visitor` only without a token, `admin` only with one, `public` everybody. */
type ScreenAccess = 'visitor' | 'admin' | 'public';
type LoadPage = () => Promise<{ default: ComponentType }>;

export interface Screen {
  path: string;
  access: ScreenAccess;
  /** Fetches the page's code; called again it costs nothing. */
  load: LoadPage;
  Page: LazyExoticComponent<ComponentType>;
}

const screen = (path: string, access: ScreenAccess, load: LoadPage): Screen => ({
  path,
  access,
  load,
  Page: lazy(load),
});

/** Every screen of the app, one line each. Its code is loaded when it is shown. */
export const screens: readonly Screen[] = [
  screen('/login', 'visitor', async () => ({ default: (await import('./pages/login/login-page.tsx')).LoginPage })),
  screen('/', 'admin', async () => ({ default: (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage })),
  screen('/websites', 'admin', async () => ({
    default: (await import('./pages/websites/websites-page.tsx')).WebsitesPage,
  })),
  screen('/websites/:websiteId', 'admin', async () => ({
    default: (await import('./pages/website-detail/website-detail-page.tsx')).WebsiteDetailPage,
  })),
  screen('/alerts', 'admin', async () => ({ default: (await import('./pages/alerts/alerts-page.tsx')).AlertsPage })),
  screen('/settings', 'admin', async () => ({
    default: (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  })),
  screen('/backup', 'admin', async () => ({ default: (await import('./pages/backup/backup-page.tsx')).BackupPage })),
  screen('/status', 'public', async () => ({ default: (await import('./pages/status/status-page.tsx')).StatusPage })),
  screen('/status/:websiteId', 'public', async () => ({
    default: (await import('./pages/status-detail/status-detail-page.tsx')).StatusDetailPage,
  })),
  screen('*', 'public', async () => ({
    default: (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage,
  })),
];

const loadAdminLayout = async () => ({ default: (await import('./shell/admin-layout.tsx')).AdminLayout });
const loadPublicLayout = async () => ({ default: (await import('./shell/public-layout.tsx')).PublicLayout });
export const AdminLayout = lazy(loadAdminLayout);
export const PublicLayout = lazy(loadPublicLayout);

/** Starts to fetch the code of the screen at a path, and of the layout around it, before it is drawn. */
export function preloadScreen(pathname: string): void {
  const found = screens.find(({ path }) => matchPath(path, pathname));
  if (!found) return;
  const layouts = { visitor: null, admin: loadAdminLayout, public: loadPublicLayout };
  void layouts[found.access]?.();
  void found.load();
}
