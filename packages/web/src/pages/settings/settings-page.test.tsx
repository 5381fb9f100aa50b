import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { brandingMessages, settingsMessages } from '@upvigil/core/texts/settings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const openTab = (tab: string, given?: (state: FakeState) => void) =>
  openPage(tab ? `/settings?tab=${tab}` : '/settings', given ? { given } : {});
const dismiss = async (user: ReturnType<typeof openTab>['user'], name: string) => {
  const message = await screen.findByRole('alertdialog', { name });
  await user.click(within(message).getByRole('button', { name: 'OK' }));
};

it('moves through vertical tabs with the up and down keys', async () => {
  const { matchMedia } = window;
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(min-width: 1024px)' });
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  const { user } = openTab('');
  const first = await screen.findByRole('tab', { name: 'Notifications' });
  expect(screen.getByRole('tablist', { name: 'Settings' })).toHaveAttribute('aria-orientation', 'vertical');
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('tab', { name: 'Email (SMTP)' })).toHaveFocus();
});

describe('settings: notifications', () => {
  it('starts with the stored values and saves only this tab', async () => {
    const { user, fake } = openTab('');
    const recipients = await screen.findByLabelText('Email recipients');
    expect(screen.getByLabelText('Cooldown')).toHaveValue(15);
    expect(screen.getByRole('checkbox', { name: 'Slow' })).toBeChecked();
    await user.click(screen.getByRole('switch', { name: 'Email' }));
    await user.fill(recipients, 'a@example.org, b@example.org');
    expect(screen.getByText('2 addresses, separated by commas')).toBeVisible();
    expect(screen.getByText('You have unsaved changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
    const body = fake.requestsOf('settings.updateNotifications')[0]?.body;
    expect(body).toMatchObject({ email_enabled: true, email_list: 'a@example.org, b@example.org' });
    expect(body).not.toHaveProperty('smtp_password');
    expect(screen.queryByText('You have unsaved changes')).not.toBeInTheDocument();
  });

  it('warns about an enabled channel without its server', async () => {
    const { user } = openTab('');
    const email = await screen.findByRole('switch', { name: 'Email' });
    expect(screen.queryByText(new RegExp(settingsMessages.senderMissing))).toBeNull();
    await user.click(email);
    expect(screen.getByText(new RegExp(settingsMessages.senderMissing))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Email (SMTP)' })).toHaveAttribute('href', '/settings?tab=email');
  });

  it('warns about an enabled channel without recipients', async () => {
    const { user } = openTab('');
    await user.click(await screen.findByRole('switch', { name: 'Email' }));
    expect(screen.getByText(settingsMessages.recipientsMissing)).toBeVisible();
    await user.fill(screen.getByLabelText('Email recipients'), 'a@example.org');
    expect(screen.queryByText(settingsMessages.recipientsMissing)).toBeNull();
  });

  it('does not warn about a configured channel', async () => {
    openTab('', (state) => {
      Object.assign(state.settings, { email_enabled: true, smtp_host: 'mail.example', smtp_from_email: 'a@b.example' });
    });
    expect(await screen.findByRole('switch', { name: 'Email' })).toBeChecked();
    expect(screen.queryByText(new RegExp(settingsMessages.senderMissing))).toBeNull();
  });

  it('limits the cooldown to 1 to 60 minutes', async () => {
    const { user, fake } = openTab('');
    const cooldown = await screen.findByLabelText('Cooldown');
    await user.fill(cooldown, '61');
    await user.tab();
    expect(await screen.findByText('Cooldown must be between 1 and 60 minutes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(fake.requestsOf('settings.updateNotifications')).toHaveLength(0);
    expect(cooldown).toHaveFocus();
  });

  it('keeps the input after a failed save', async () => {
    const { user, fake } = openTab('');
    fake.fail('settings.updateNotifications', 500, { detail: 'The database is away' });
    await user.fill(await screen.findByLabelText('SMS recipients'), '+40712345678');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await dismiss(user, settingsMessages.saveFailed);
    expect(await screen.findByText('The database is away')).toBeVisible();
    expect(screen.getByLabelText('SMS recipients')).toHaveValue('+40712345678');
  });

  it('warns before another tab or page discards unsaved changes', async () => {
    const { user, address } = openTab('');
    await user.fill(await screen.findByLabelText('Email recipients'), 'a@example.org');
    await user.click(screen.getByRole('tab', { name: 'SMS' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Email recipients')).toHaveValue('a@example.org');
    await user.click(screen.getByRole('link', { name: 'Websites' }));
    const again = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await user.click(within(again).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(address()).toBe('/websites'));
  });
});

describe('settings: email and SMS', () => {
  it('saves the mail server and keeps a masked password', async () => {
    const { user, fake } = openTab('email', (state) => {
      state.settings.smtp_password = 'secret';
    });
    expect(await screen.findByLabelText('Password (optional)')).toHaveValue('********');
    expect(screen.getByLabelText('Port')).toHaveValue(587);
    expect(screen.getByRole('switch', { name: 'TLS' })).toBeChecked();
    await user.fill(screen.getByLabelText('Host'), 'smtp.example.org');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
    expect(fake.requestsOf('settings.updateNotifications')[0]?.body).toMatchObject({
      smtp_host: 'smtp.example.org',
      smtp_password: '********',
    });
  });

  it('sends a test email and shows the result beside the button', async () => {
    const { user, fake } = openTab('email');
    const send = await screen.findByRole('button', { name: 'Send Test Email' });
    await user.click(send);
    await dismiss(user, settingsMessages.emailMissing);
    await user.fill(screen.getByLabelText('Address'), 'me@example.org');
    await user.click(send);
    expect(await screen.findByText(settingsMessages.testEmailSent)).toBeVisible();
    await user.type(screen.getByLabelText('Address'), 'x');
    expect(screen.getByText('settings changed since this test')).toBeVisible();
    fake.fail('settings.testEmail', 502, { detail: '535 authentication failed' });
    await user.click(send);
    expect(await screen.findByText(settingsMessages.testEmailFailed)).toBeVisible();
    expect(screen.getByText('535 authentication failed')).toBeVisible();
  });

  it('sends a test SMS', async () => {
    const { user, fake } = openTab('sms');
    await user.click(await screen.findByRole('button', { name: 'Send Test SMS' }));
    await dismiss(user, settingsMessages.phoneMissing);
    await user.type(screen.getByLabelText('Number'), '+40712345678{Enter}');
    expect(await screen.findByText(settingsMessages.testSmsSent)).toBeVisible();
    fake.fail('settings.testSms', 409, { detail: 'SMS is not configured' });
    await user.click(screen.getByRole('button', { name: 'Send Test SMS' }));
    expect(await screen.findByText(settingsMessages.testSmsFailed)).toBeVisible();
  });
});

describe('settings: branding', () => {
  const withLogo = (state: FakeState) => {
    Object.assign(state.branding, { brand_type: 'logo', logo_base64: 'AAAA', logo_mime_type: 'image/png' });
  };

  it('counts the characters of the text and saves it with a message after the reload', async () => {
    const { user, fake } = openTab('branding');
    await user.fill(await screen.findByLabelText('Brand text'), 'Lighthouse');
    expect(screen.getByText('10/50')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.state.branding.brand_text).toBe('Lighthouse'));
    await waitFor(() => expect(Object.values({ ...sessionStorage })).toContain(brandingMessages.updated));
  });

  it('shows the message once after the reload', async () => {
    sessionStorage.setItem('toast-after-reload', brandingMessages.updated);
    openTab('branding');
    expect(await screen.findByText(brandingMessages.updated)).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows why a brand was refused', async () => {
    const { user, fake } = openTab('branding');
    fake.fail('branding.update', 422, { detail: 'Brand text is too bold' });
    await user.fill(await screen.findByLabelText('Brand text'), 'Bold');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await dismiss(user, brandingMessages.updateFailed('Brand text is too bold'));
    expect(screen.getByLabelText('Brand text')).toHaveValue('Bold');
  });

  it('accepts only images, previews and uploads one', async () => {
    const { user, fake } = openTab('branding');
    const input = await screen.findByLabelText('Choose logo file', { selector: 'input' });
    const choose = userWithoutAcceptFilter(user);
    await choose(input, new File(['x'], 'notes.pdf', { type: 'application/pdf' }));
    await dismiss(user, brandingMessages.logoType);
    expect(screen.queryByRole('button', { name: 'Upload' })).not.toBeInTheDocument();
    await choose(input, new File(['x'], 'shop.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByRole('img', { name: 'Preview of shop.svg' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(fake.requestsOf('branding.uploadLogo')).toHaveLength(1));
    await waitFor(() => expect(Object.values({ ...sessionStorage })).toContain(brandingMessages.logoUploaded));
  });

  it('deletes the logo after a confirmation', async () => {
    const { user } = openTab('branding', withLogo);
    await user.click(await screen.findByRole('button', { name: 'Delete logo' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete logo' }));
    expect(await screen.findByText(brandingMessages.logoDeleted)).toBeVisible();
    expect(await screen.findByText('No logo is stored.')).toBeVisible();
  });
});

/** File pickers can show all files; by default, `upload` respects the accept list. */
function userWithoutAcceptFilter(user: ReturnType<typeof openTab>['user']) {
  return user.setup({ applyAccept: false }).upload;
}
