import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { messages } from '@upvigil/core/texts/messages';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { describe, expect, it, vi } from 'vitest';
import { type PageUser, startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openSetup = (path = '/settings?setup', given?: (state: FakeState) => void) =>
  openPage(path, given ? { given } : {});
const card = async () => within(await screen.findByRole('region', { name: 'Email' }));

async function enterServer(user: PageUser, form: Awaited<ReturnType<typeof card>>, recipients: string): Promise<void> {
  await user.fill(form.getByLabelText('Host'), 'smtp.example.org');
  await user.fill(form.getByLabelText('From address'), 'alerts@example.org');
  await user.fill(form.getByLabelText('Recipients'), recipients);
}

it('is offered where nobody is notified yet', async () => {
  const { user, address } = openPage('/settings');
  expect(await screen.findByText(messages.dashboard.nobodyNotified)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Set Up Alerts' }));
  expect(await screen.findByRole('region', { name: 'Where' })).toBeVisible();
  expect(address()).toBe('/settings?setup');
});

it('leads to the form that explains who is notified', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = openSetup();
  await user.click(await screen.findByRole('link', { name: 'Check a monitor and a time' }));
  await waitFor(() => expect(screen.getByLabelText('Website')).toHaveFocus());
  const form = screen.getByRole('heading', { name: 'Who would be notified?' }).closest('form');
  expect(scrolled.mock.contexts).toContain(form);
});

describe('where alerts go', () => {
  it('lists each kind with its state, and starts with email', async () => {
    openSetup();
    const where = within(await screen.findByRole('region', { name: 'Where' }));
    expect(where.getByRole('button', { name: 'Email Setting up' })).toHaveAttribute('aria-pressed', 'true');
    expect(where.getByRole('button', { name: 'SMS Not set up' })).toBeVisible();
    expect(where.getByRole('button', { name: 'This browser Not set up' })).toBeVisible();
  });

  it('opens the form of another kind, and explains Slack there', async () => {
    const { user } = openSetup();
    await user.click(await screen.findByRole('button', { name: 'Slack Not set up' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Slack' }));
    expect(form.getByText(/One incoming webhook for the alerts of all websites/)).toBeVisible();
    expect(form.getByRole('button', { name: 'Send Test' })).toBeVisible();
  });

  it('opens the form of the kind that the address names', async () => {
    openSetup('/settings?setup=telegram');
    expect(await screen.findByRole('dialog', { name: 'Add Telegram' })).toBeVisible();
  });
});

describe('email', () => {
  it('is refused without server, From address and recipients, each named at its field', async () => {
    const { user, fake } = openSetup();
    const form = await card();
    await user.click(form.getByRole('button', { name: 'Save and Turn On Email' }));
    for (const sentence of ['smtp_host', 'smtp_from_email', 'email_list'] as const) {
      expect(await form.findByText(settingsMessages.needed[sentence])).toBeVisible();
    }
    expect(fake.requestsOf('settings.updateNotifications')).toHaveLength(0);
  });

  it('is saved and turned on at once', async () => {
    const { user, fake } = openSetup();
    const form = await card();
    await enterServer(user, form, 'ops@example.org');
    await user.click(form.getByRole('button', { name: 'Save and Turn On Email' }));
    expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
    const body = { email_enabled: true, smtp_host: 'smtp.example.org', email_list: 'ops@example.org' };
    expect(fake.requestsOf('settings.updateNotifications')[0]?.body).toMatchObject(body);
    expect(await screen.findByRole('button', { name: 'Email On' })).toBeVisible();
  });

  it('is tested with what is entered, to the first recipient', async () => {
    const { user, fake } = openSetup();
    const form = await card();
    await enterServer(user, form, 'ops@example.org, me@example.org');
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText(settingsMessages.testEmailSent)).toBeVisible();
    expect(fake.requestsOf('settings.test')[0]?.body).toMatchObject({
      channel: 'email',
      recipient: 'ops@example.org',
      settings: { smtp_host: 'smtp.example.org' },
    });
    expect(fake.requestsOf('settings.updateNotifications')).toHaveLength(0);
  });

  it('names the step that failed, at its field too', async () => {
    const { user } = openSetup();
    const form = await card();
    await enterServer(user, form, 'ops@example.org');
    await user.fill(form.getByLabelText('Password (optional)'), 'wrong');
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    await waitFor(() => expect(form.getAllByText(settingsMessages.failedSteps.sign_in)).toHaveLength(2));
    expect(form.getByText('535 authentication failed')).toBeVisible();
  });

  it('asks before it is turned on after a failed test, as long as the values are the same', async () => {
    const { user, fake } = openSetup();
    const form = await card();
    await enterServer(user, form, 'ops@example.org');
    await user.fill(form.getByLabelText('Password (optional)'), 'wrong');
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText('535 authentication failed')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save and Turn On Email' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Turn on Email?' }));
    expect(question.getByText('The last test failed: 535 authentication failed. Turn on anyway?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(fake.requestsOf('settings.updateNotifications')).toHaveLength(0);
    await user.fill(form.getByLabelText('Password (optional)'), 'right');
    await user.click(form.getByRole('button', { name: 'Save and Turn On Email' }));
    expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
