import { screen, waitFor } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUser } from '@upvigil/core/testing/fake-users';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { givenUp, withPasskeys } from '../../testing/browser-passkeys.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const { invite: texts } = accessPageMessages;
const given = (state: FakeState) => void addUser(state, { name: '', status: 'invited', invitation: 'abc' });

it('accepts a name and a password, signs in, and removes the token from the address', async () => {
  const { user, fake, address } = openPage('/invite#abc', { given, isSignedIn: false });
  await user.fill(await screen.findByLabelText('Name'), 'Ann');
  expect(address()).toBe('/invite');
  await user.type(screen.getByLabelText('Password'), 'short{Enter}');
  expect(await screen.findByText('Password must have at least 8 characters')).toBeVisible();
  await user.type(screen.getByLabelText('Password'), ' no more{Enter}');
  await waitFor(() => expect(address()).toBe('/'));
  expect(readToken()).not.toBeNull();
  expect(fake.state.users[0]).toMatchObject({ name: 'Ann', status: 'active' });
});

it('shows that an invitation has expired or does not exist', async () => {
  const { user } = openPage('/invite#old', { given, isSignedIn: false });
  await user.fill(await screen.findByLabelText('Name'), 'Ann');
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  expect(await screen.findByText(new RegExp(accessMessages.badInvitation))).toBeVisible();
});

it('shows that the address contains no invitation', async () => {
  openPage('/invite', { isSignedIn: false });
  expect(await screen.findByText(accessPageMessages.invite.noToken)).toBeVisible();
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});

it('accepts a passkey instead of a password, for a valid name', async () => {
  withPasskeys();
  const { user, fake, address } = openPage('/invite#abc', { given, isSignedIn: false });
  await user.click(await screen.findByRole('button', { name: texts.usePasskey }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(fake.requestsOf('auth.invitation')).toEqual([]);
  await user.fill(screen.getByLabelText('Name'), 'Ann');
  await user.click(screen.getByRole('button', { name: texts.usePasskey }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(readToken()).not.toBeNull();
  expect(fake.requestsOf('auth.invitation')[0]?.body).toEqual({
    token: 'abc',
    name: 'Ann',
    passkey: expect.objectContaining({ id: 'a2V5' }),
  });
  expect(fake.state.users[0]).toMatchObject({ name: 'Ann', status: 'active', password: null, passkeys: 1 });
});

it('shows that a passkey failed, and still accepts a password', async () => {
  withPasskeys({ create: givenUp });
  const { user, fake, address } = openPage('/invite#abc', { given, isSignedIn: false });
  await user.fill(await screen.findByLabelText('Name'), 'Ann');
  await user.click(await screen.findByRole('button', { name: texts.usePasskey }));
  expect(await screen.findByText(new RegExp(accessPageMessages.factors.passkeyGivenUp))).toBeVisible();
  withPasskeys();
  const errors = [{ field: 'passkey', message: factorMessages.passkey.refused }];
  fake.fail('auth.invitation', 422, { detail: factorMessages.passkey.refused, errors });
  await user.click(screen.getByRole('button', { name: texts.usePasskey }));
  expect(await screen.findByText(new RegExp(factorMessages.passkey.refused))).toBeVisible();
  fake.recover('auth.invitation');
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  await waitFor(() => expect(address()).toBe('/'));
});

it('offers no passkey in a browser without support', async () => {
  const { user, fake } = openPage('/invite#abc', {
    isSignedIn: false,
    given: (state) => {
      given(state);
      state.factors.passkeys_off = factorMessages.passkey.off.ip;
    },
  });
  await user.fill(await screen.findByLabelText('Name'), 'Ann');
  await waitFor(() => expect(fake.requestsOf('auth.invitationProofs')).toHaveLength(1));
  // If a later request has its answer, this one has too.
  await user.type(screen.getByLabelText('Password'), 'short{Enter}');
  expect(await screen.findByText('Password must have at least 8 characters')).toBeVisible();
  expect(screen.queryByRole('button', { name: texts.usePasskey })).not.toBeInTheDocument();
  expect(screen.queryByText(factorMessages.passkey.off.ip)).not.toBeInTheDocument();
});
