import { screen } from '@testing-library/react';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();

it('is the last tab, after the four specified ones and those of notifications', async () => {
  openPage('/settings?tab=general');
  const names = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
  expect(names).toEqual([
    ...['Notifications', 'Email (SMTP)', 'SMS', 'Branding'],
    ...['Channels', 'Routing', 'Reports', 'Access', 'Audit', 'Diagnostics', 'General'],
  ]);
  expect(await screen.findByRole('tab', { name: 'General', selected: true })).toBeVisible();
});

it('saves all settings, with one target per line', async () => {
  const { user, fake } = openPage('/settings?tab=general');
  const targets = await screen.findByLabelText('Reference targets (optional)');
  expect(targets).toHaveValue('1.1.1.1:443\n9.9.9.9:443\n208.67.222.222:443');
  await user.clear(targets);
  await user.type(targets, 'dns.example.org:53{Enter}nonsense');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reference target must be a host and a port, such as 1.1.1.1:443')).toBeVisible();
  await user.fill(targets, 'dns.example.org:53');
  await user.fill(screen.getByLabelText('Backup overdue'), '30');
  await user.fill(screen.getByLabelText('Heartbeat URL (optional)'), 'https://example.org/ping');
  await user.click(screen.getByRole('switch', { name: 'SMS' }));
  await user.click(screen.getByRole('switch', { name: 'Count maintenance in uptime' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
  expect(fake.state.general).toMatchObject({
    backup_overdue_hours: 30,
    heartbeat_url: 'https://example.org/ping',
    reference_targets: ['dns.example.org:53'],
    drill_channels: { email: false, sms: true, slack: false },
    uptime_counts_maintenance: true,
  });
});

it('sets whether an outage opens an incident automatically, and after how long', async () => {
  const { user, fake } = openPage('/settings?tab=general');
  await user.selectOptions(await screen.findByLabelText('When a website has an outage'), 'Draft');
  await user.fill(screen.getByLabelText('After'), '61');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/must be between 0 and 60 minutes/)).toBeVisible();
  await user.fill(screen.getByLabelText('After'), '10');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(settingsMessages.saved)).toBeVisible();
  expect(fake.state.general).toMatchObject({ automatic_incidents: 'draft', automatic_after_minutes: 10 });
});
