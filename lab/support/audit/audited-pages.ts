import type { FakeApi } from '@upvigil/core/testing/fake-api';
import { addCertificate, addDomain } from '@upvigil/core/testing/fake-certificates';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import type { Page } from 'playwright-core';
import { exampleInstallation, largeInstallation, thirteenChecked, thirteenWebsites } from '../example-installation.ts';
import { auditedAccess } from './access/audited-access.ts';
import { auditedSettings } from './audited-settings.ts';
import { exampleAlerting, exampleMaintenance } from './example-alerting.ts';
import { auditedIncidents } from './incidents/audited-incidents.ts';
import { exampleIncidents } from './incidents/example-incidents.ts';
import { type AuditedPage, everything, fails } from './page-state.ts';

const given = exampleInstallation;
/** The plot itself: a placeholder of its size comes first. */
const chart = 'figure svg[role=img]';
function exampleCertificates(state: FakeState): void {
  exampleInstallation(state);
  state.settings.domain_check_enabled = true;
  for (const [at, left] of [-4, 3, 20, 80].entries())
    addCertificate(state, {
      left,
      names: [`${'very-'.repeat(8)}long-${at}.example.org`, 'example.org'],
      domain: 'example.org',
    });
  for (const [name, left] of [
    ['example.org', 12],
    ['example.com', 300],
    ['example.de', null],
  ] as const)
    addDomain(state, name, left);
}
function withOverdueNotice(state: FakeState): void {
  exampleInstallation(state);
  state.general.backup_overdue_hours = 26;
}
function share(state: FakeState): void {
  const link = addShareLink(state, { website_id: state.websites[0]?.id ?? 0, name: 'Agency' });
  Object.assign(link, { url: 'https://status.example.org/share/good' });
}
function shared(state: FakeState): void {
  exampleInstallation(state);
  share(state);
}
function sharedEmpty(state: FakeState): void {
  addWebsite(state, { name: 'Checkout' });
  share(state);
}
const oneWebsite = (state: FakeState) => void addWebsite(state, { name: 'Checkout' });
const search = (text: string) => (page: Page) => page.getByRole('searchbox').first().fill(text);
const selectAllShown = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' }).check();
const showOutages = (page: Page) => page.getByRole('link', { name: 'Outages' }).click();
const signIn = async (page: Page) => {
  await page.getByLabel('Admin Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
};
/** A public page reads again when it becomes visible again; here this read fails. */
const failToRefresh = (name: EndpointName) => async (page: Page, fake: FakeApi) => {
  await page.getByText('Auto-refreshing').waitFor();
  fake.fail(name, 500);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
};

/** Every route of the app and its tabs, in every possible state. */
export const auditedPages: readonly AuditedPage[] = [
  {
    screen: '/login',
    address: '/login',
    isSignedIn: false,
    loading: { holds: /auth.login/, act: signIn, shows: 'Signing in...' },
    empty: { never: 'it lists nothing' },
    error: { act: signIn, shows: 'Invalid password. Please try again.' },
    full: { shows: 'View Public Status' },
  },
  {
    screen: '/',
    address: '/',
    loading: [
      { holds: everything, shows: 'Monitoring Dashboard' },
      { given, holds: /statistics/, shows: 'Loading statistics...' },
    ],
    empty: [{ shows: 'No websites added yet' }, { given, act: search('zzz'), shows: 'Clear filters' }],
    error: { ...fails('dashboard.stats', 'websites.list'), shows: 'Could not load the dashboard' },
    full: { given, shows: 'Show data', draws: chart },
  },
  {
    screen: '/',
    address: '/?wall',
    loading: { holds: everything, shows: 'Wallboard' },
    empty: { shows: 'Add Your First Website' },
    error: { ...fails('dashboard.stats', 'publicStatus.overview'), shows: 'Could not load the wallboard' },
    full: [
      { given, shows: 'Issues' },
      { given: largeInstallation, shows: 'and 100 more' },
    ],
  },
  {
    screen: '/websites',
    address: '/websites',
    loading: { holds: everything, shows: 'Loading websites' },
    empty: [{ shows: 'No websites added yet' }, { given, act: search('zzz'), shows: 'No website matches the search' }],
    error: { ...fails('websites.list'), shows: 'Could not load websites' },
    full: [
      { given, shows: 'Cart, payment and order API', draws: 'li svg[role=img]' },
      { given: exampleMaintenance, shows: 'Under Maintenance', draws: 'li svg[role=img]' },
      { given: thirteenChecked, shows: 'Website 12', draws: 'li svg[role=img]' },
    ],
  },
  {
    screen: '/websites',
    address: '/websites?view=monitors',
    loading: { given, holds: /api.monitors/, shows: 'All Monitors' },
    empty: [
      { given: oneWebsite, shows: 'No monitors yet' },
      { given, act: search('zzz'), shows: 'No monitor matches the filters' },
    ],
    error: { ...fails('monitors.list'), shows: 'Could not load the monitors' },
    full: [
      { given, shows: '24h uptime', draws: 'td svg[role=img]' },
      { given, act: selectAllShown, shows: ' selected' },
    ],
  },
  {
    screen: '/websites/:websiteId',
    address: '/websites/1',
    loading: [
      { holds: everything, shows: 'Website' },
      { given, holds: /urls.website/, shows: 'URL Monitoring' },
    ],
    empty: [
      { given: oneWebsite, shows: 'No URLs added yet' },
      { given, act: search('zzz'), shows: 'No URL matches the filters' },
    ],
    error: [
      { shows: 'Could not load the website' },
      { ...fails('urls.listByWebsite'), shows: 'Could not load the URLs' },
    ],
    full: [
      { given, shows: 'HTTP 503' },
      { given: exampleAlerting, shows: 'Unmute (until' },
      { given: exampleMaintenance, shows: 'Under Maintenance' },
    ],
  },
  {
    screen: '/websites/:websiteId',
    address: '/websites/1?tab=network',
    loading: { given, holds: /network-monitors/, shows: 'Network Monitoring' },
    empty: [
      { given: oneWebsite, shows: 'No network monitors configured.' },
      { given, act: search('zzz'), shows: 'No network monitor matches the filters' },
    ],
    error: { ...fails('networkMonitors.listByWebsite'), shows: 'Could not load the network monitors' },
    full: { given, shows: 'Edge TLS' },
  },
  {
    screen: '/websites/:websiteId',
    address: '/websites/1?tab=heartbeats',
    loading: { given, holds: /heartbeats\/website/, shows: 'Heartbeats' },
    empty: { given: oneWebsite, shows: 'No heartbeats configured.' },
    error: { ...fails('heartbeats.listByWebsite'), shows: 'Could not load the heartbeats' },
    full: { given, shows: 'Nightly backup' },
  },
  {
    screen: '/websites/:websiteId',
    address: '/websites/1?tab=slack',
    loading: { given, holds: /slack/, shows: 'Slack Integration' },
    empty: { given: oneWebsite, shows: 'Webhook URL' },
    error: { ...fails('slack.get'), shows: 'Could not load the Slack settings' },
    full: { given, shows: 'Remove' },
  },
  {
    screen: '/certificates',
    address: '/certificates',
    loading: { holds: everything, shows: 'Certificates' },
    empty: { shows: 'No certificates yet' },
    error: { ...fails('certificates.list', 'certificates.listDomains'), shows: 'Could not load certificates' },
    full: { given: exampleCertificates, shows: 'example.org' },
  },
  {
    screen: '/alerts',
    address: '/alerts',
    loading: { holds: everything, shows: 'Loading' },
    empty: [
      { shows: 'No alerts found for the selected criteria' },
      { given, act: search('zzz'), shows: 'Clear filters' },
      { act: showOutages, shows: 'No alerts found for the selected criteria' },
    ],
    error: [
      { ...fails('alerts.list'), shows: 'Could not load alerts' },
      { lacks: /alerts-page/, shows: 'This page could not be shown' },
    ],
    full: [
      { given, shows: 'og:title not found' },
      { given: exampleAlerting, shows: 'is muted until' },
      { given, act: showOutages, shows: 'Service and cause' },
    ],
  },
  {
    screen: '/alerts/maintenance',
    address: '/alerts/maintenance',
    loading: [
      { holds: everything, shows: 'Plan Maintenance' },
      { given, holds: /marks/, shows: 'No maintenance is in progress.' },
    ],
    empty: { shows: 'No windows yet' },
    error: [
      { ...fails('maintenance.runs'), shows: 'Could not load the maintenance' },
      { ...fails('marks.list'), shows: 'Could not load the marks' },
    ],
    full: { given: exampleMaintenance, shows: 'v1.4.2' },
  },
  ...auditedIncidents,
  ...auditedSettings,
  ...auditedAccess,
  {
    screen: '/backup',
    address: '/backup',
    loading: { holds: everything, shows: 'Loading' },
    empty: { shows: 'No backups found' },
    error: { ...fails('backup.list'), shows: 'Could not load backups' },
    full: [
      { given, shows: 'Nobody is notified when backups stop.' },
      { given: withOverdueNotice, shows: 'You are notified after' },
    ],
  },
  {
    screen: '/status',
    address: '/status',
    isSignedIn: false,
    loading: { holds: everything, shows: 'Loading' },
    empty: [
      { shows: 'No websites are monitored yet' },
      { given: thirteenWebsites, act: search('zzz'), shows: 'No website matches the filters' },
    ],
    error: [
      { ...fails('publicStatus.overview'), shows: 'Error Loading Status' },
      { given, act: failToRefresh('publicStatus.overview'), shows: 'Error Loading Status' },
    ],
    full: [
      { given, shows: 'View Details' },
      { given: exampleMaintenance, shows: 'Under Maintenance' },
      { given: exampleIncidents, shows: 'Payments by card are refused' },
      { given: thirteenWebsites, shows: '13 of 13' },
    ],
  },
  {
    screen: '/status/:websiteId',
    address: '/status/1',
    isSignedIn: false,
    loading: { holds: everything, shows: 'Loading' },
    empty: { given: oneWebsite, shows: 'No pages of this website are monitored.' },
    error: [
      { shows: 'Error Loading Status' },
      { lacks: /website-pages/, shows: 'This page could not be shown' },
      { given, act: failToRefresh('publicStatus.detail'), shows: 'Error Loading Status' },
    ],
    full: [
      { given, shows: 'Recent Incidents', draws: chart },
      { given: exampleMaintenance, shows: 'Under Maintenance', draws: chart },
      { given: exampleIncidents, shows: 'Payments by card are refused', draws: chart },
    ],
  },
  {
    screen: '/share/:link',
    address: '/share/good',
    isSignedIn: false,
    loading: { holds: everything, shows: 'Loading' },
    empty: { given: sharedEmpty, shows: 'No pages of this website are monitored.' },
    error: [{ shows: 'This link does not work' }, { ...fails('shares.get'), shows: 'Error Loading Status' }],
    full: { given: shared, shows: 'Median load time', draws: chart },
  },
  {
    screen: '*',
    address: '/nowhere',
    loading: { never: 'it sends no request' },
    empty: { never: 'it lists nothing' },
    error: { never: 'it is the error' },
    full: [{ isSignedIn: false, shows: 'System Status' }, { shows: 'Dashboard' }],
  },
];
