import { screen, waitFor } from '@testing-library/react';
import { addUser } from '@upvigil/core/testing/fake-users';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { beforeAll, expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
beforeAll(() => import('./sign-in-methods.tsx'), 60_000);

it('are hidden without other users', async () => {
  const { fake } = openPage('/login', { isSignedIn: false });
  await waitFor(() => expect(fake.requestsOf('auth.methods')).toHaveLength(1));
  expect(screen.queryByText(accessPageMessages.otherMethods)).not.toBeInTheDocument();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Show', 'Sign in']);
});

it('include email and password with users; all refusals are alike', async () => {
  const { user, address } = openPage('/login', {
    isSignedIn: false,
    given: (state) => void addUser(state, { email: 'ann@example.org' }),
  });
  await user.click(await screen.findByRole('button', { name: accessMessages.method.email }));
  await user.fill(screen.getByLabelText('Email'), 'ann@example.org');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText(accessMessages.wrongSignIn)).toBeVisible();
  expect(readToken()).toBeNull();
  await user.fill(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in with email' }));
  await waitFor(() => expect(address()).toBe('/'));
});

it('are loaded without the contract’s schemas, and unknown ones are ignored', async () => {
  openPage('/login', {
    isSignedIn: false,
    before: (fake) =>
      fake.intercept('auth.methods', () =>
        Response.json([null, { kind: 'x', label: 'X' }, { kind: 'proxy', label: 'P' }]),
      ),
  });
  expect(await screen.findByRole('button', { name: 'P' })).toBeEnabled();
  expect(screen.queryByText('X')).toBeNull();
});

it('are those of the server with its labels', async () => {
  openPage('/login', {
    isSignedIn: false,
    before: (fake) =>
      fake.answer('auth.methods', [
        { kind: 'oidc', label: 'Sign in with Example' },
        { kind: 'passkey', label: 'Passkey' },
      ]),
  });
  expect(await screen.findByRole('link', { name: 'Sign in with Example' })).toHaveAttribute(
    'href',
    '/api/auth/oidc/start',
  );
  expect(screen.getByRole('button', { name: 'Passkey' })).toBeEnabled();
});
