import type { ComponentType } from 'react';
import type { PublicPageProps } from './public/public-page-props.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A screen behind the router. `visitor` only without a token, `admin` only with one, `everybody` always. */
export interface Screen {
  path: string;
  access: 'visitor' | 'admin' | 'everybody';
  /** Loads the page's code; further calls cost nothing. */
  load: Load<object>;
}

/** A screen whose document holds its data, and which loads neither the router nor the admin's app. */
export interface PublicScreen {
  path: string;
  load: Load<PublicPageProps>;
}

/** Every screen of the app, one line each. Its code is loaded when it is shown. */
export const screens: readonly Screen[] = [
  screen('/login', 'visitor', async () => (await import('./pages/login/login-page.tsx')).LoginPage),
  screen('/', 'admin', async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  screen('/websites', 'admin', async () => (await import('./pages/websites/websites-page.tsx')).WebsitesPage),
  screen(
    '/websites/:websiteId',
    'admin',
    async () => (await import('./pages/website-detail/website-detail-page.tsx')).WebsiteDetailPage,
  ),
  screen('/alerts', 'admin', async () => (await import('./pages/alerts/alerts-page.tsx')).AlertsPage),
  screen('/settings', 'admin', async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage),
  screen('/backup', 'admin', async () => (await import('./pages/backup/backup-page.tsx')).BackupPage),
  screen('*', 'everybody', async () => (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage),
];

export const publicScreens: readonly PublicScreen[] = [
  { path: '/status', load: async () => (await import('./pages/status/status-page.tsx')).openStatusPage() },
  {
    path: '/status/:websiteId',
    load: async () => (await import('./pages/status-detail/status-detail-page.tsx')).openStatusDetailPage(),
  },
];

function screen(path: string, access: Screen['access'], loadPage: () => Promise<ComponentType>): Screen {
  return { path, access, load: async () => ({ default: await loadPage() }) };
}

/** The screen at a path, with the id in it; undefined where there is none. */
export function matchScreen<S extends { path: string }>(
  among: readonly S[],
  pathname: string,
): { screen: S; websiteId: string } | undefined {
  for (const one of among) {
    const pattern = one.path === '*' ? '.*' : one.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}/?$`).exec(pathname);
    if (match) return { screen: one, websiteId: match.groups?.websiteId ?? '' };
  }
  return undefined;
}
