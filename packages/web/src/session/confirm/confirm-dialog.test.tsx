import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addSession, addUser } from '@upvigil/core/testing/fake-users';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { givenUp, withPasskeys } from '../../testing/browser-passkeys.ts';
import { startPages } from '../../testing/render-page.tsx';
import { readToken, storeToken } from '../token.ts';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(
  () => Promise.all([import('../../pages/settings/access/access-panel.tsx'), import('./ask-to-confirm.tsx')]),
  60_000,
);
afterEach(() => vi.unstubAllGlobals());

const { confirm: texts, secondStep } = accessPageMessages;
const phone = { id: 9, name: 'Phone', created_at: '2026-11-01T00:00:00Z', last_used_at: null };

/** Performs an action that needs a recent sign-in, as the owner or as the user `own`. */
async function changeRole(title: string, own?: Parameters<typeof addUser>[1]) {
  const page = openPage('/settings?tab=access', {
    isSignedIn: own === undefined,
    given: (state: FakeState) => {
      addUser(state, { name: 'Bob', email: 'bob@example.org' });
      state.mustConfirm = true;
      if (own === undefined) state.factors.passkeys.push(phone);
      else storeToken(addSession(state, { user_id: addUser(state, { name: 'Ann', role: 'admin', ...own }).id }).token);
    },
  });
  await page.user.selectOptions(await screen.findByLabelText('Role of Bob'), 'editor');
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: title })) };
}
const roleOfBob = ({ users }: FakeState) => users.find(({ name }) => name === 'Bob')?.role;

it('offers a passkey beside the password if the user has one', async () => {
  withPasskeys({ get: givenUp });
  const { user, fake, dialog } = await changeRole(texts.title);
  expect(dialog.getByLabelText('Password')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: secondStep.usePasskey }));
  expect(await dialog.findByText(accessPageMessages.factors.passkeyGivenUp)).toBeVisible();
  expect(dialog.getByLabelText('Password')).not.toHaveAttribute('aria-invalid');
  expect(roleOfBob(fake.state)).toBe('viewer');
  withPasskeys();
  await user.click(dialog.getByRole('button', { name: secondStep.usePasskey }));
  await waitFor(() => expect(roleOfBob(fake.state)).toBe('editor'));
  expect(fake.requestsOf('auth.confirm')[0]?.body).toEqual({ passkey: expect.objectContaining({ id: 'a2V5' }) });
  expect(screen.queryByRole('dialog', { name: texts.title })).not.toBeInTheDocument();
});

it('requires only the passkey from a user without a password', async () => {
  withPasskeys();
  const { user, fake, dialog } = await changeRole(texts.titleOfPasskey, { password: null, passkeys: 1 });
  expect(dialog.getByText(accessMessages.confirmByPasskey)).toBeVisible();
  expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
  const use = dialog.getByRole('button', { name: secondStep.usePasskey });
  expect(use).toHaveFocus();
  const errors = [{ field: 'passkey', message: factorMessages.passkey.refused }];
  fake.fail('auth.confirm', 422, { detail: factorMessages.passkey.refused, errors });
  await user.click(use);
  expect(await dialog.findByText(factorMessages.passkey.refused)).toBeVisible();
  fake.recover('auth.confirm');
  await user.click(use);
  await waitFor(() => expect(roleOfBob(fake.state)).toBe('editor'));
});

it('sends users with neither (for example SSO users) to the login page', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, assign });
  const { user, fake, dialog } = await changeRole(texts.signInAgain, { password: null, sso: true });
  expect(dialog.getByText(accessMessages.signInAgain)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: texts.signInAgain }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'));
  expect(readToken()).toBeNull();
  expect(fake.requestsOf('auth.logout')).toHaveLength(1);
  expect(roleOfBob(fake.state)).toBe('viewer');
  // A browser would have left the page with its dialog.
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
