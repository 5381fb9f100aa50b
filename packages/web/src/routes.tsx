import type { ComponentType } from 'react';

/** A screen behind the router. `visitor`: only signed out; `admin`: only signed in; `everybody`: both. */
export interface Screen {
  path: string;
  access: 'visitor' | 'admin' | 'everybody';
  /** Loads the page's code; further calls have no effect. */
  load: () => Promise<{ default: ComponentType }>;
}

/** All screens behind the router. Each screen's code is loaded on demand. */
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
  screen(
    '/alerts/incidents',
    'admin',
    async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage,
  ),
  screen(
    '/alerts/incidents/:incidentId',
    'admin',
    async () => (await import('./pages/incidents/detail/incident-page.tsx')).IncidentPage,
  ),
  screen(
    '/alerts/maintenance',
    'admin',
    async () => (await import('./pages/maintenance/maintenance-page.tsx')).MaintenancePage,
  ),
  screen(
    '/certificates',
    'admin',
    async () => (await import('./pages/certificates/certificates-page.tsx')).CertificatesPage,
  ),
  screen('/settings', 'admin', async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage),
  screen('/backup', 'admin', async () => (await import('./pages/backup/backup-page.tsx')).BackupPage),
  screen('/device', 'everybody', async () => (await import('./pages/device/device-page.tsx')).DevicePage),
  screen('/invite', 'everybody', async () => (await import('./pages/invite/invite-page.tsx')).InvitePage),
  screen('*', 'everybody', async () => (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage),
];

function screen(path: string, access: Screen['access'], loadPage: () => Promise<ComponentType>): Screen {
  return { path, access, load: async () => ({ default: await loadPage() }) };
}
