import type { FakeState } from '@upvigil/core/testing/fake-state';
import type { Page } from 'playwright-core';
import { exampleInstallation, exampleWithLogo, exampleWithTrouble } from '../example-installation.ts';
import { exampleAlerting } from './example-alerting.ts';
import { type AuditedPage, everything, fails } from './page-state.ts';

const given = exampleInstallation;
function withHeartbeat(state: FakeState): void {
  exampleInstallation(state);
  Object.assign(state.general, {
    backup_overdue_hours: 26,
    heartbeat_url: 'https://example.org/a/path/that/does/not/end/soon/and/has/no/room',
    drill_channels: { email: true, sms: false, slack: true },
  });
}
const explain = async (page: Page) => {
  const asking = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Who would be notified?' }) });
  await asking.getByLabel('Website').selectOption({ label: 'Checkout' });
  await asking.getByLabel('Monitor').selectOption({ label: 'Edge TLS' });
  await asking.getByRole('button', { name: 'Explain' }).click();
};

/** The tabs of the settings. */
export const auditedSettings: readonly AuditedPage[] = [
  {
    screen: '/settings',
    address: '/settings',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: '0 addresses, separated by commas' },
    error: { ...fails('settings.getNotifications'), shows: 'Could not load the settings' },
    full: { given, shows: '2 addresses, separated by commas' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=email',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'Send Test Email' },
    error: { ...fails('settings.getNotifications'), shows: 'Could not load the settings' },
    full: { given, shows: 'Send Test Email' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=sms',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'Send Test SMS' },
    error: { ...fails('settings.getNotifications'), shows: 'Could not load the settings' },
    full: { given, shows: 'Send Test SMS' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=branding',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'No logo is stored.' },
    error: { ...fails('branding.get'), shows: 'Could not load the branding' },
    full: { given: exampleWithLogo, shows: 'Delete logo' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=diagnostics',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'No problems' },
    error: { ...fails('diagnostics.run'), shows: 'Could not run the diagnostics' },
    full: [
      { given: exampleWithTrouble, shows: '1 failed, 1 warning' },
      { given, holds: /diagnostics/, shows: 'Running...' },
    ],
  },
  {
    screen: '/settings',
    address: '/settings?tab=channels',
    loading: [
      { holds: everything, shows: 'Email (SMTP)' },
      { given, holds: /channels/, shows: 'Add Channel' },
    ],
    empty: { shows: 'No channels yet' },
    error: { ...fails('channels.list'), shows: 'Could not load the channels' },
    full: { given: exampleAlerting, shows: 'Not proven for 50 days' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=routing',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'Everything else goes to "Default"' },
    error: [
      { ...fails('routing.get'), shows: 'Could not load the routing' },
      { ...fails('channels.list'), shows: 'Could not load the channels' },
      {
        ...fails('routing.explain'),
        act: explain,
        shows: 'Could not determine who would be notified',
      },
    ],
    full: [
      { given: exampleAlerting, shows: 'At night' },
      { given: exampleAlerting, act: explain, shows: 'No rule matches' },
    ],
  },
  {
    screen: '/settings',
    address: '/settings?tab=reports',
    loading: [
      { holds: everything, shows: 'Email (SMTP)' },
      { given, holds: /reports/, shows: 'Add Report' },
    ],
    empty: { shows: 'No reports yet' },
    error: { ...fails('reports.list'), shows: 'Could not load the reports' },
    full: { given: exampleAlerting, shows: 'For managers' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=general',
    loading: { holds: everything, shows: 'Email (SMTP)' },
    empty: { shows: 'Heartbeat URL' },
    error: { ...fails('settings.getGeneral'), shows: 'Could not load the settings' },
    full: { given: withHeartbeat, shows: 'Reference targets' },
  },
];
