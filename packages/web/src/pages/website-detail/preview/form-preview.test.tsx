import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const given = (state: FakeState) => {
  addUrl(state, addWebsite(state).id, { url: 'https://shop.example.org/', failure_threshold: 3 });
  Object.assign(state.settings, {
    email_enabled: true,
    email_list: 'ops@example.org',
    smtp_host: 'smtp.example.org',
    smtp_from_email: 'alerts@example.org',
  });
};
const openForm = async (tab: string, button: RegExp | string) => {
  const page = openPage(`/websites/1${tab}`, { given });
  await page.user.click((await screen.findAllByRole('button', { name: button }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  return { ...page, dialog, preview: within(dialog.getByRole('region', { name: 'What will happen' })) };
};

it('the preview of a URL form follows the input', async () => {
  const { user, dialog, preview } = await openForm('', 'Add New URL');
  expect(preview.getByText('Checked every minute, 1,440 times a day.')).toBeVisible();
  expect(await preview.findByText('You are notified by email.')).toBeVisible();
  const interval = dialog.getByLabelText('Check interval');
  await user.clear(interval);
  expect(preview.queryByText(/^Checked every/)).toBeNull();
  await user.type(interval, '20');
  expect(preview.getByText('Checked every 20 seconds, 4,320 times a day.')).toBeVisible();
  await user.fill(dialog.getByLabelText('Metadata tag (optional)'), 'og:title');
  expect(preview.getByText('It must have og:title.')).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: 'Enabled' }));
  expect(preview.getAllByRole('listitem')).toHaveLength(1);
});

it('the advanced options are collapsed, with a summary', async () => {
  const { user, dialog, preview } = await openForm('', /^Edit https/);
  const advanced = dialog.getByText('3 failed checks before an alert, HTTP');
  for (const label of ['URL', 'Timeout', 'Slow threshold', 'Check interval']) {
    expect(dialog.getByLabelText(label)).toBeVisible();
  }
  expect(dialog.getByLabelText('Failure threshold')).not.toBeVisible();
  await user.click(advanced);
  const failures = dialog.getByLabelText('Failure threshold');
  expect(failures).toBeVisible();
  await waitFor(() => expect(dialog.queryByText(/before an alert, HTTP$/)).toBeNull());
  await user.fill(failures, '1');
  expect(preview.getByText('Down at the first failed check.')).toBeVisible();
});

it('opens the advanced options if one has an error', async () => {
  const { user, dialog } = await openForm('', /^Edit https/);
  await user.click(dialog.getByText('3 failed checks before an alert, HTTP'));
  const failures = dialog.getByLabelText('Failure threshold');
  await user.fill(failures, '11');
  await user.click(dialog.getByText('Advanced'));
  await dialog.findByText('Failure threshold must be between 1 and 10 checks');
  await waitFor(() => expect(failures).toBeVisible());
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(failures).toHaveFocus());
});

it('the preview of a network monitor covers only the fields of its type', async () => {
  const { user, dialog, preview } = await openForm('?tab=network', 'Add Monitor');
  await user.fill(dialog.getByLabelText('Expected response (optional)'), 'SSH');
  expect(preview.getByText("The service must send 'SSH' first.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Type'), 'ICMP ping');
  expect(preview.queryByText(/SSH/)).toBeNull();
  expect(preview.getByText('Also fails if more than 50 % of its packets are lost.')).toBeVisible();
});
