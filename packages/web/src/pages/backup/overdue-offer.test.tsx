import { screen, within } from '@testing-library/react';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

it('enables a notice of overdue backups with one click', async () => {
  const { user, fake } = openPage('/backup');
  await user.click(await screen.findByRole('button', { name: 'Notify me after 26 hours without a backup' }));
  expect(await screen.findByText(settingsMessages.backupOn(26), { exact: false })).toBeVisible();
  expect(fake.requestsOf('settings.updateGeneral')[0]?.body).toEqual({ backup_overdue_hours: 26 });
});

it('offers nothing if notices are enabled, and shows a failure', async () => {
  const { user, fake } = openPage('/backup');
  fake.fail('settings.updateGeneral', 500, { detail: 'The disk is full' });
  await user.click(await screen.findByRole('button', { name: settingsMessages.backupOffer }));
  const message = await screen.findByRole('alertdialog', { name: 'The disk is full' });
  await user.click(within(message).getByRole('button', { name: 'OK' }));
  expect(screen.getByRole('button', { name: settingsMessages.backupOffer })).toBeVisible();
});
