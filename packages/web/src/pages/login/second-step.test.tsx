import { screen, waitFor } from '@testing-library/react';
import { wrongTotpCode } from '@upvigil/core/testing/fake-factors';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { factorMessages } from '@upvigil/core/texts/factors';
import { beforeAll, expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
beforeAll(() => import('./second-step.tsx'), 60_000);

const withApp = (state: FakeState) =>
  void Object.assign(state.factors, { totp: true, recoveryCodes: ['abcd1-fghjk', 'abcd2-fghjk'] });
const onlyPasskey = (state: FakeState) =>
  void state.factors.passkeys.push({ id: 9, name: 'Phone', created_at: '2026-11-01T00:00:00Z', last_used_at: null });

async function enterPassword(given: (state: FakeState) => void) {
  const page = openPage('/login', { isSignedIn: false, given });
  await page.user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
  return page;
}

it('requires a code after a correct password, under the same title, and signs in', async () => {
  const { user, fake, address } = await enterPassword(withApp);
  const field = await screen.findByLabelText('Code');
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.getByRole('heading', { level: 1, name: 'Upvigil Admin Login' })).toBeVisible();
  expect(screen.getByText(factorMessages.enterCode)).toBeVisible();
  expect(screen.queryByLabelText('Admin Password')).not.toBeInTheDocument();
  await user.type(field, `${wrongTotpCode}{Enter}`);
  expect(await screen.findByText(factorMessages.wrongCode)).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  expect(readToken()).toBeNull();
  await user.fill(field, '123 456');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(readToken()).toBe('fake-token');
  expect(fake.requestsOf('factors.secondFactor').at(-1)?.body).toEqual({
    challenge: 'fake-challenge',
    code: '123456',
  });
});

it('accepts each recovery code once', async () => {
  const { user, fake, address } = await enterPassword(withApp);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  const field = await screen.findByLabelText('Recovery code');
  await user.type(field, 'nonsense{Enter}');
  expect(await screen.findByText(factorMessages.wrongRecoveryCode)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'abcd1-fghjk{Enter}');
  await waitFor(() => expect(address()).toBe('/'));
  expect(fake.state.factors.recoveryCodes).toEqual(['abcd2-fghjk']);
});

it('returns to the password', async () => {
  const { user } = await enterPassword(withApp);
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  expect(await screen.findByLabelText('Admin Password')).toHaveFocus();
});

it('offers only the factors that the user has', async () => {
  const { user } = await enterPassword(onlyPasskey);
  expect(await screen.findByText(factorMessages.usePasskey)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  expect(await screen.findByText('This browser does not support passkeys')).toBeVisible();
});
