import { screen, waitFor } from '@testing-library/react';
import { accessPageMessages } from '@upvigil/core/access/page-messages';
import { accessMessages } from '@upvigil/core/page-messages/access';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUser } from '@upvigil/core/testing/fake-users';
import { expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const given = (state: FakeState) => void addUser(state, { name: '', status: 'invited', invitation: 'abc' });

it('takes a name and a password, signs in, and leaves the token in no address', async () => {
  const { user, fake, address } = openPage('/invite#abc', { given, isSignedIn: false });
  await user.type(await screen.findByLabelText('Name'), 'Ann');
  expect(address()).toBe('/invite');
  await user.type(screen.getByLabelText('Password'), 'short{Enter}');
  expect(await screen.findByText('Password must have at least 8 characters')).toBeVisible();
  await user.type(screen.getByLabelText('Password'), ' no more{Enter}');
  await waitFor(() => expect(address()).toBe('/'));
  expect(readToken()).not.toBeNull();
  expect(fake.state.users[0]).toMatchObject({ name: 'Ann', status: 'active' });
});

it('says that an invitation is over, and that there is none', async () => {
  const { user } = openPage('/invite#old', { given, isSignedIn: false });
  await user.type(await screen.findByLabelText('Name'), 'Ann');
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}');
  expect(await screen.findByText(new RegExp(accessMessages.badInvitation))).toBeVisible();
});

it('says that there is no invitation in the address', async () => {
  openPage('/invite', { isSignedIn: false });
  expect(await screen.findByText(accessPageMessages.invite.noToken)).toBeVisible();
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});
