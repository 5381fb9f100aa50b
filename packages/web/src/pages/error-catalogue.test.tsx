import { screen, within } from '@testing-library/react';
import { pages as publicPages } from '@upvigil/core/languages/compiled/pages/en';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { EndpointName } from '@upvigil/core/testing/fake-endpoints';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { alertMessages } from '@upvigil/core/texts/alerts';
import { backupMessages } from '@upvigil/core/texts/backup';
import { slackMessages } from '@upvigil/core/texts/channels';
import { messages } from '@upvigil/core/texts/messages';
import { networkMonitorMessages } from '@upvigil/core/texts/monitors';
import { brandingMessages, settingsMessages } from '@upvigil/core/texts/settings';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { type PageUser, startPages } from '../testing/render-page.tsx';

const openPage = startPages();

function given(state: FakeState): void {
  const website = addWebsite(state, { name: 'Shop' });
  addUrl(state, website.id, { url: 'https://shop.example.org/' });
  addMonitor(state, website.id, { name: 'Database' });
  addAlert(state, website, { message: 'Shop is down' });
  state.branding = { brand_type: 'text', brand_text: 'Shop', logo_base64: 'aGVsbG8=', logo_mime_type: 'image/png' };
  state.backups.push({ name: 'nightly.tar.gz', size: 2048, created: new Date().toISOString() });
}

const press = async (user: PageUser, name: string | RegExp) =>
  await user.click(await screen.findByRole('button', { name }));
const chooseMore = async (user: PageUser, name: RegExp, menu: string) => {
  await press(user, menu);
  await user.click(await screen.findByRole('menuitem', { name }));
};
const type = async (user: PageUser, label: string, text: string) =>
  await user.fill(await screen.findByLabelText(label), text);
const choose = async (user: PageUser, label: string, file: File) =>
  await user.upload(await screen.findByLabelText(label, { selector: 'input' }), file);
const agree = async (user: PageUser, name: string, typed?: string) => {
  const question = within(await screen.findByRole('alertdialog'));
  if (typed) await user.fill(question.getByLabelText(`Type ${typed} to confirm`), typed);
  await user.click(question.getByRole('button', { name }));
};

/** Action, and message when the endpoint fails. */
interface Row {
  endpoint: EndpointName;
  act: (user: PageUser) => Promise<unknown>;
  /** A pattern where the sentence contains a reason without a message from the server. */
  sentence: string | RegExp;
  /** Closes the form that stays open. */
  leave?: (user: PageUser) => Promise<unknown>;
}

const site = '/websites/1';
const network = '/websites/1?tab=network';
const slack = '/websites/1?tab=slack';
/** Saves a form that stays open. */
const saveEdited = (name: string | RegExp): Pick<Row, 'act' | 'leave'> => ({
  act: async (user) => {
    await press(user, name);
    await press(user, 'Save');
  },
  leave: (user) => press(user, 'Cancel'),
});
/** Presses a button, then that of its confirmation. */
const confirmed =
  (name: string | RegExp, agreed: string, typed?: string): Row['act'] =>
  async (user) => {
    await press(user, name);
    await agree(user, agreed, typed);
  };
/** A sentence that ends with '{detail or message}'. */
const withReason = (sentence: (reason: string) => string) => new RegExp(`^${sentence('.+')}$`);

const dialogs: { path: string; rows: Row[] }[] = [
  {
    path: '/websites',
    rows: [
      {
        endpoint: 'websites.update',
        ...saveEdited('Edit Shop'),
        sentence: messages.website.saveFailed,
      },
      {
        endpoint: 'websites.remove',
        act: async (user) => {
          await chooseMore(user, /^Delete Shop/, 'More actions for Shop');
          await agree(user, 'Delete website', 'Shop');
        },
        sentence: messages.website.deleteFailed,
      },
    ],
  },
  {
    path: site,
    rows: [
      {
        endpoint: 'urls.update',
        ...saveEdited(/^Edit https/),
        sentence: messages.url.saveFailed,
      },
      {
        endpoint: 'urls.remove',
        act: confirmed(/^Delete https/, 'Delete URL'),
        sentence: messages.url.deleteFailed,
      },
      {
        endpoint: 'urls.check',
        act: (user) => press(user, /^Check now/),
        sentence: messages.url.triggerFailed,
      },
    ],
  },
  {
    path: '/alerts',
    rows: [
      {
        endpoint: 'alerts.remove',
        act: async (user) => {
          await press(user, /^Details: Shop is down/);
          await press(user, /^Delete alert/);
          await agree(user, 'Delete');
        },
        sentence: alertMessages.deleteFailed,
      },
      {
        endpoint: 'alerts.clear',
        act: async (user) => {
          await chooseMore(user, /^Clear Old/, 'More actions');
          await agree(user, 'Clear Old Alerts (7+ days)');
        },
        sentence: withReason(alertMessages.clearOldFailed),
      },
      {
        endpoint: 'alerts.clear',
        act: async (user) => {
          await chooseMore(user, /^Clear All/, 'More actions');
          await agree(user, 'Clear All Alerts');
        },
        sentence: withReason(alertMessages.clearAllFailed),
      },
    ],
  },
  {
    path: network,
    rows: [
      {
        endpoint: 'networkMonitors.update',
        ...saveEdited('Edit Database'),
        sentence: networkMonitorMessages.saveFailed,
      },
      {
        endpoint: 'networkMonitors.remove',
        act: confirmed('Delete Database', 'Delete monitor'),
        sentence: networkMonitorMessages.deleteFailed,
      },
    ],
  },
  {
    path: slack,
    rows: [
      {
        endpoint: 'slack.save',
        act: async (user) => {
          await type(user, 'Webhook URL', 'https://hooks.slack.com/services/T0/B0/x');
          await press(user, 'Save');
        },
        sentence: slackMessages.saveFailed,
      },
    ],
  },
  {
    path: '/settings',
    rows: [
      {
        endpoint: 'settings.updateNotifications',
        act: async (user) => {
          await type(user, 'Email recipients', 'ops@example.org');
          await press(user, 'Save');
        },
        sentence: settingsMessages.saveFailed,
      },
    ],
  },
  {
    path: '/settings?tab=branding',
    rows: [
      {
        endpoint: 'branding.update',
        act: async (user) => {
          await type(user, 'Brand text', '!');
          await press(user, 'Save');
        },
        sentence: withReason(brandingMessages.updateFailed),
      },
      {
        endpoint: 'branding.uploadLogo',
        act: async (user) => {
          URL.createObjectURL ??= () => 'blob:logo';
          URL.revokeObjectURL ??= () => undefined;
          await choose(user, 'Choose logo file', new File(['x'], 'logo.png', { type: 'image/png' }));
          await press(user, 'Upload');
        },
        sentence: withReason(brandingMessages.updateFailed),
      },
      {
        endpoint: 'branding.deleteLogo',
        act: confirmed('Delete logo', 'Delete logo'),
        sentence: withReason(brandingMessages.logoDeleteFailed),
      },
    ],
  },
  {
    path: '/backup',
    rows: [
      {
        endpoint: 'backup.create',
        act: (user) => press(user, 'Create Backup'),
        sentence: backupMessages.createFailed,
      },
      {
        endpoint: 'backup.remove',
        act: confirmed(/^Delete backup/, 'Delete'),
        sentence: backupMessages.deleteFailed,
      },
      {
        endpoint: 'backup.cleanup',
        act: confirmed('Cleanup Old Backups', 'Cleanup'),
        sentence: backupMessages.cleanupFailed,
      },
      {
        endpoint: 'backup.restore',
        act: async (user) => {
          await choose(user, 'Choose backup file', new File(['x'], 'old.tar.gz'));
          await press(user, 'Restore');
          await agree(user, 'Restore', 'RESTORE');
        },
        sentence: backupMessages.restoreFailed,
      },
      {
        endpoint: 'backup.restoreStored',
        act: confirmed('Restore backup nightly.tar.gz', 'Restore', 'RESTORE'),
        sentence: backupMessages.restoreFailed,
      },
    ],
  },
  {
    path: '/backup',
    rows: [
      {
        endpoint: 'backup.contents',
        act: (user) => press(user, 'Restore backup nightly.tar.gz'),
        sentence: backupMessages.restoreFailed,
      },
    ],
  },
];

/** Shown beside the action, not in a dialog. */
const inPlace: (Row & { path: string })[] = [
  {
    path: network,
    endpoint: 'networkMonitors.test',
    act: async (user) => {
      await press(user, 'Edit Database');
      await press(user, 'Test Connection');
    },
    sentence: networkMonitorMessages.testFailed,
  },
  {
    path: slack,
    endpoint: 'slack.test',
    act: async (user) => {
      await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
      await type(user, 'Webhook URL', 'https://hooks.slack.com/services/T0/B0/x');
      await press(user, 'Test Connection');
    },
    sentence: slackMessages.testFailed,
  },
  {
    path: '/settings?tab=email',
    endpoint: 'settings.testEmail',
    act: async (user) => {
      await type(user, 'Address', 'ops@example.org');
      await user.keyboard('{Enter}');
    },
    sentence: settingsMessages.testEmailFailed,
  },
  {
    path: '/settings?tab=sms',
    endpoint: 'settings.testSms',
    act: async (user) => {
      await type(user, 'Number', '+40712345678');
      await user.keyboard('{Enter}');
    },
    sentence: settingsMessages.testSmsFailed,
  },
  {
    path: '/status',
    endpoint: 'publicStatus.overview',
    act: async () => undefined,
    sentence: publicPages.loadFailed,
  },
  {
    path: '/status/1',
    endpoint: 'publicStatus.detail',
    act: async () => undefined,
    sentence: publicPages.loadFailed,
  },
];

// A proxy's error page causes the same error; the tests of the client cover it.
describe('messages without a connection', () => {
  const noConnection = () => HttpResponse.error();
  const open = (path: string, rows: readonly Row[]) =>
    openPage(path, {
      given,
      before: (fake) => {
        for (const { endpoint } of rows) fake.intercept(endpoint, noConnection);
      },
    });

  test('auth.login', async () => {
    const before = (fake: FakeApi) => fake.intercept('auth.login', noConnection);
    const { user } = openPage('/login', { isSignedIn: false, before });
    await user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
    expect(await screen.findByText(messages.login.failed)).toBeVisible();
  });

  test.each(dialogs)('on $path', async ({ path, rows }) => {
    const { user } = open(path, rows);
    for (const { act, sentence, leave } of rows) {
      await act(user);
      const message = await screen.findByRole('alertdialog', { name: sentence });
      expect(message).toBeVisible();
      await user.click(within(message).getByRole('button', { name: 'OK' }));
      await leave?.(user);
    }
  });

  test.each(inPlace)('$endpoint on $path: $sentence', async (row) => {
    const { user } = open(row.path, [row]);
    await row.act(user);
    expect(await screen.findByText(row.sentence)).toBeVisible();
  });
});
