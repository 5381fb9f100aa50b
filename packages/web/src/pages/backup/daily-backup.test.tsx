import { screen, waitFor } from '@testing-library/react';
import { minutesAgo } from '@upvigil/core/testing/fake-state';
import { backupMessages } from '@upvigil/core/texts/backup';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const saveButton = () => screen.getByRole('button', { name: 'Save' });

it('switches the daily backup on, and shows the next attempt', async () => {
  const { user, fake } = openPage('/backup');
  await user.click(await screen.findByRole('switch', { name: 'Create a backup every day' }));
  await user.fill(screen.getByLabelText('Time'), '04:30');
  await user.fill(screen.getByLabelText('Time zone'), 'Asia/Tokyo');
  await user.fill(screen.getByLabelText('Keep'), '7');
  await user.click(saveButton());
  expect(await screen.findByText(backupMessages.scheduleSaved)).toBeVisible();
  expect(fake.requestsOf('backup.updateSchedule')[0]?.body).toEqual({
    enabled: true,
    time: '04:30',
    time_zone: 'Asia/Tokyo',
    keep: 7,
  });
  expect(await screen.findByText(/^Next attempt:/)).toBeVisible();
});

it('refuses a number out of range without a request', async () => {
  const { user, fake } = openPage('/backup');
  await user.fill(await screen.findByLabelText('Keep'), '400');
  await user.click(saveButton());
  expect(await screen.findByText(/^Keep must be between 1 and 365/)).toBeVisible();
  expect(fake.requestsOf('backup.updateSchedule')).toHaveLength(0);
});

it('shows why the last attempt failed, and when the next one is made', async () => {
  openPage('/backup', {
    given: (state) => {
      const failed = {
        enabled: true,
        next_at: minutesAgo(-60),
        last_at: minutesAgo(1500),
        last_error: 'The disk is full',
      };
      Object.assign(state.backupSchedule, failed);
    },
  });
  expect(await screen.findByText('The disk is full')).toBeVisible();
  expect(screen.getByText(/^Next attempt: .*Last success: .*, 0 kept\.$/)).toBeVisible();
});

it('keeps the input when the server refuses it', async () => {
  const { user, fake } = openPage('/backup');
  fake.fail('backup.updateSchedule', 500, { detail: 'The disk is full' });
  await user.fill(await screen.findByLabelText('Keep'), '7');
  await user.click(saveButton());
  expect(await screen.findByRole('alertdialog', { name: 'The disk is full' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.getByLabelText('Keep')).toHaveValue(7));
});
