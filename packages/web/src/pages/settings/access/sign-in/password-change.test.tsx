import { screen, waitFor, within } from '@testing-library/react';
import { addApiToken } from '@upvigil/core/testing/fake-access';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addSession, addUser } from '@upvigil/core/testing/fake-users';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { beforeAll, expect, it } from 'vitest';
import { readToken, storeToken } from '../../../../session/token.ts';
import { startPages } from '../../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(() => Promise.all([import('../../settings-page.tsx'), import('../access-panel.tsx')]), 60_000);

const { password: texts } = accessPageMessages;

function threeTokens(state: FakeState): void {
  addApiToken(state, { name: 'Old', scopes: ['read'], expires_days: -1 });
  addApiToken(state, { name: 'Board', scopes: ['read'] });
  addApiToken(state, { name: 'Nightly', scopes: ['backup'], expires_days: 90 });
}

async function change(given: (state: FakeState) => void, current: string, next: string) {
  const page = openPage('/settings?tab=access', { given });
  await screen.findByRole('heading', { name: 'Password' });
  await page.user.fill(screen.getByLabelText('Current password'), current);
  await page.user.fill(screen.getByLabelText('New password'), next);
  await page.user.click(screen.getByRole('button', { name: 'Change password' }));
  return page;
}

it('changes the password, and links to the tokens that remain valid', async () => {
  const { fake } = await change(threeTokens, 'correct horse', 'battery staple');
  expect(await screen.findByText(texts.changed)).toBeVisible();
  expect(screen.getByRole('link', { name: '2 API tokens still work' })).toHaveAttribute('href', '#api-tokens');
  expect(fake.state.password).toBe('battery staple');
  expect(fake.requestsOf('auth.login').map(({ body }) => body)).toEqual([{ password: 'battery staple' }]);
  expect(readToken()).toBe('fake-token');
  expect(screen.getByLabelText('New password')).toHaveValue('');
});

it('requires the current password, and refuses a short one', async () => {
  const { user, fake } = await change(() => undefined, 'wrong', 'short');
  expect(await screen.findByText('New password must have at least 8 characters')).toBeVisible();
  await user.type(screen.getByLabelText('New password'), ' and long');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  const refused = within(await screen.findByRole('alertdialog', { name: 'The current password is wrong' }));
  await user.click(refused.getByRole('button', { name: 'OK' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('The current password is wrong'),
  );
  expect(fake.state.password).toBe('correct horse');
});

it('opens the login page if a second factor is required', async () => {
  const { user, address } = await change(
    (state) => {
      threeTokens(state);
      state.factors.totp = true;
    },
    'correct horse',
    'battery staple',
  );
  await waitFor(() => expect(address()).toBe('/login'));
  await user.type(await screen.findByLabelText('Admin Password'), 'battery staple{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByRole('dialog', { name: '2 API tokens still work' })).toBeVisible();
});

it('is hidden from users without a password', async () => {
  openPage('/settings?tab=access', {
    isSignedIn: false,
    given: (state) => {
      const { id } = addUser(state, { role: 'admin', password: null, passkeys: 1 });
      storeToken(addSession(state, { user_id: id }).token);
    },
  });
  expect(await screen.findByRole('heading', { name: 'Sign-in' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Password' })).not.toBeInTheDocument());
});
