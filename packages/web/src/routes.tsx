import type { ComponentType } from 'react';

/** A screen behind the router. `visitor`: only signed out; `admin`: only signed in; `everybody`: both. */
export interface Screen {
  path: string;
  /** As in 'Alerts could not be loaded'. */
  name: string;
  access: 'visitor' | 'admin' | 'everybody' | 'in shell';
  /** Loads the page's code; further calls have no effect. */
  load: () => Promise<{ default: ComponentType }>;
}

/** All screens behind the router. Each screen's code is loaded on demand. */
export const screens: readonly Screen[] = [
  screen('/login', 'The login', 'visitor', async () => (await import('./pages/login/login-page.tsx')).LoginPage),
  screen('/', 'Dashboard', 'admin', async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  screen(
    '/websites',
    'Websites',
    'admin',
    async () => (await import('./pages/websites/websites-page.tsx')).WebsitesPage,
  ),
  screen(
    '/websites/:websiteId',
    'The website',
    'admin',
    async () => (await import('./pages/website-detail/website-detail-page.tsx')).WebsiteDetailPage,
  ),
  screen('/alerts', 'Alerts', 'admin', async () => (await import('./pages/alerts/alerts-page.tsx')).AlertsPage),
  screen(
    '/alerts/incidents',
    'Incidents',
    'admin',
    async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage,
  ),
  screen(
    '/alerts/incidents/:incidentId',
    'The incident',
    'admin',
    async () => (await import('./pages/incidents/detail/incident-page.tsx')).IncidentPage,
  ),
  screen(
    '/alerts/maintenance',
    'Maintenance',
    'admin',
    async () => (await import('./pages/maintenance/maintenance-page.tsx')).MaintenancePage,
  ),
  screen(
    '/certificates',
    'Certificates',
    'admin',
    async () => (await import('./pages/certificates/certificates-page.tsx')).CertificatesPage,
  ),
  screen(
    '/settings',
    'Settings',
    'admin',
    async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  ),
  screen('/backup', 'Backup', 'admin', async () => (await import('./pages/backup/backup-page.tsx')).BackupPage),
  screen('/device', 'The page', 'everybody', async () => (await import('./pages/device/device-page.tsx')).DevicePage),
  screen(
    '/invite',
    'The invitation',
    'everybody',
    async () => (await import('./pages/invite/invite-page.tsx')).InvitePage,
  ),
  screen('*', 'The page', 'in shell', async () => (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage),
];

function screen(path: string, name: string, access: Screen['access'], loadPage: () => Promise<ComponentType>): Screen {
  return { path, name, access, load: async () => ({ default: await loadPage() }) };
}
