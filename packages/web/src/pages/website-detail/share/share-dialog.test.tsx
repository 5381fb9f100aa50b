import { screen, waitFor, within } from '@testing-library/react';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openDialog = async (given: (state: FakeState) => void = () => {}) => {
  const page = openPage('/websites/1', {
    given: (state) => {
      addWebsite(state, { id: 1, name: 'Shop' });
      given(state);
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Share' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Share Shop' })) };
};

describe('sharing a website', () => {
  it('creates a link with a name and an expiry, and lists it', async () => {
    const { user, fake, dialog } = await openDialog();
    expect(await dialog.findByText('No share links yet')).toBeVisible();
    await user.fill(dialog.getByLabelText('Name'), 'Agency');
    await user.fill(dialog.getByLabelText('Expires after'), '90');
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByText(/^until .*, 0 views$/)).toBeVisible();
    expect(fake.state.shareLinks).toMatchObject([{ website_id: 1, name: 'Agency' }]);
    const [made] = fake.state.shareLinks;
    expect(Date.parse(made?.expires_at ?? '') - Date.now()).toBeGreaterThan(89 * 86_400_000);
  });

  it('copies a link again, and revokes it', async () => {
    const { user, fake, dialog } = await openDialog(
      (state) => void addShareLink(state, { website_id: 1, name: 'Agency' }),
    );
    await user.click(await dialog.findByRole('button', { name: 'Copy link Agency' }));
    expect(await navigator.clipboard.readText()).toBe(fake.state.shareLinks[0]?.url);
    await user.click(dialog.getByRole('button', { name: 'Revoke Agency' }));
    expect(await dialog.findByText(/^revoked /)).toBeVisible();
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Copy link Agency' })).toBeNull());
    expect(fake.state.shareLinks[0]?.revoked_at).not.toBeNull();
  });

  it('shows the error of the name', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Create Link' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
  });
});
