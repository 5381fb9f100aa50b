import { screen, within } from '@testing-library/react';
import { slackSettingsSchema } from '@upvigil/core/contract/slack';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { slackMessages } from '@upvigil/core/texts/channels';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const webhook = 'https://hooks.slack.example.org/services/T/B/x';
const openSlack = (settings?: object) =>
  openPage('/websites/1?tab=slack', {
    given: (state) => {
      const website = addWebsite(state);
      if (settings) state.slack.set(website.id, slackSettingsSchema.parse(settings));
    },
  });
const credentials = ['App ID', 'Client ID', 'Client secret', 'Signing secret', 'Verification token', 'Bot token'];

describe('Slack integration', () => {
  it('starts with all events on, and cannot be saved without changes', async () => {
    openSlack();
    expect(await screen.findByRole('switch', { name: 'Enabled' })).not.toBeChecked();
    for (const event of ['Down', 'Slow', 'Metadata missing', 'Recovery', 'Port closed', 'Ping fail']) {
      expect(screen.getByRole('checkbox', { name: event })).toBeChecked();
    }
    for (const label of credentials) expect(screen.getByLabelText(label)).toBeDisabled();
    expect(screen.getByLabelText('Webhook URL')).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('requires a webhook URL when enabled', async () => {
    const { user, fake } = openSlack();
    await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
    for (const label of credentials) expect(screen.getByLabelText(label)).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Webhook URL is required')).toBeVisible();
    expect(fake.requestsOf('slack.save')).toHaveLength(0);
  });

  it('saves, and confirms it', async () => {
    const { user, fake } = openSlack();
    await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
    await user.fill(screen.getByLabelText('Webhook URL'), webhook);
    await user.click(screen.getByRole('checkbox', { name: 'Slow' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(slackMessages.saved)).toBeVisible();
    expect(fake.requestsOf('slack.save')[0]?.body).toMatchObject({
      enabled: true,
      webhook_url: webhook,
      alert_on_slow: false,
      alert_on_down: true,
    });
  });

  it('keeps the credentials when it is disabled', async () => {
    const { user, fake } = openSlack({ enabled: true, webhook_url: webhook, bot_token: '********', app_id: 'A1' });
    await user.click(await screen.findByRole('switch', { name: 'Enabled' }));
    expect(screen.getByLabelText('Bot token')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(slackMessages.saved);
    expect(fake.requestsOf('slack.save')[0]?.body).toMatchObject({
      enabled: false,
      bot_token: '********',
      app_id: 'A1',
    });
  });

  it("shows the server's reason when a save is refused, and keeps the input", async () => {
    const { user, fake } = openSlack();
    fake.fail('slack.save', 422, { detail: 'Webhook URL is not of Slack' });
    await user.fill(await screen.findByLabelText('Webhook URL'), webhook);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const message = within(await screen.findByRole('alertdialog', { name: 'Webhook URL is not of Slack' }));
    await user.click(message.getByRole('button', { name: 'OK' }));
    expect(screen.getByLabelText('Webhook URL')).toHaveValue(webhook);
  });

  it('tests the connection only when enabled and with a webhook URL', async () => {
    const { user, fake } = openSlack();
    const test = await screen.findByRole('button', { name: 'Test Connection' });
    await user.click(test);
    const message = within(await screen.findByRole('alertdialog', { name: slackMessages.webhookFirst }));
    await user.click(message.getByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('switch', { name: 'Enabled' }));
    await user.fill(screen.getByLabelText('Webhook URL'), webhook);
    await user.click(test);
    expect(await screen.findByText('Test message sent successfully!')).toBeVisible();
    fake.answer('slack.test', { success: false, message: 'invalid_token' });
    await user.click(test);
    expect(await screen.findByText(slackMessages.testFailed)).toBeVisible();
    expect(screen.getByText('invalid_token')).toBeVisible();
  });

  it('removes the settings', async () => {
    const { user } = openSlack({ enabled: true, webhook_url: webhook });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByLabelText('Webhook URL')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  });
});
