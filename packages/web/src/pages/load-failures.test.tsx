import { screen } from '@testing-library/react';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { channelMessages } from '@upvigil/core/texts/channels';
import { heartbeatMessages } from '@upvigil/core/texts/heartbeats';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { maintenancePageMessages } from '@upvigil/core/texts/maintenance';
import { reportMessages } from '@upvigil/core/texts/reports';
import { routingMessages } from '@upvigil/core/texts/routing';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { expect, it } from 'vitest';
import { startPages } from '../testing/render-page.tsx';

const openPage = startPages();

interface Row {
  path: string;
  given?: (state: FakeState) => unknown;
  /** Title of the failure of each request. */
  failures: Partial<Record<EndpointName, string>>;
  /** Texts of the page without data. */
  loaded: readonly string[];
}

const { users, sessions, tokens, factors } = accessPageMessages;

const rows: readonly Row[] = [
  {
    path: '/certificates',
    failures: { 'certificates.list': 'Could not load certificates' },
    loaded: ['No certificates yet'],
  },
  {
    path: '/alerts/incidents',
    failures: { 'incidents.list': incidentMessages.loadFailed },
    loaded: [incidentMessages.none],
  },
  {
    path: '/alerts/maintenance',
    failures: { 'maintenance.runs': maintenancePageMessages.loadFailed },
    loaded: [maintenancePageMessages.nothingNow, maintenancePageMessages.noPast],
  },
  {
    path: '/websites/1?tab=heartbeats',
    given: addWebsite,
    failures: { 'heartbeats.listByWebsite': 'Could not load the heartbeats' },
    loaded: [heartbeatMessages.none],
  },
  {
    path: '/settings',
    failures: { 'settings.getNotifications': settingsMessages.loadFailed },
    loaded: ['Cooldown'],
  },
  {
    path: '/settings?tab=general',
    failures: { 'settings.getGeneral': settingsMessages.loadFailed },
    loaded: ['Backup overdue'],
  },
  {
    path: '/settings?tab=channels',
    failures: { 'channels.list': channelMessages.loadFailed },
    loaded: [channelMessages.none],
  },
  {
    path: '/settings?tab=routing',
    failures: { 'routing.get': routingMessages.loadFailed },
    loaded: ['Everything else goes to "Default"'],
  },
  {
    path: '/settings?tab=reports',
    failures: { 'reports.list': reportMessages.loadFailed },
    loaded: [reportMessages.none],
  },
  {
    path: '/settings?tab=access',
    failures: {
      'users.list': users.loadFailed,
      'sessions.list': sessions.loadFailed,
      'tokens.list': tokens.loadFailed,
      'factors.list': factors.loadFailed,
    },
    loaded: [accessMessages.token.none, 'Add passkey'],
  },
  {
    path: '/settings?tab=audit',
    failures: { 'audit.list': accessPageMessages.audit.loadFailed },
    loaded: [accessMessages.auditEmpty],
  },
];

it.each(rows)(
  '$path shows what failed to load, and retries',
  async ({ path, given = () => null, failures, loaded }) => {
    const endpoints = Object.keys(failures) as EndpointName[];
    const { user, fake } = openPage(path, {
      given: (state) => void given(state),
      before: (api) => {
        for (const endpoint of endpoints) api.fail(endpoint, 500);
      },
    });
    for (const title of Object.values(failures))
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    for (const endpoint of endpoints) fake.recover(endpoint);
    for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await user.click(button);
    for (const text of loaded) expect(await screen.findByText(text)).toBeVisible();
  },
);
