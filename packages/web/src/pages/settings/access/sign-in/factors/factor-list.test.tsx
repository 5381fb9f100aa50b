import { screen, waitFor, within } from '@testing-library/react';
import { limits } from '@upvigil/core/limits';
import { wrongTotpCode } from '@upvigil/core/testing/fake-factors';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { beforeAll, expect, it } from 'vitest';
import { givenUp, withPasskeys } from '../../../../../testing/browser-passkeys.ts';
import { startPages } from '../../../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(() => Promise.all([import('../../access-panel.tsx'), import('./qr-code.tsx')]), 60_000);
const openTab = (given?: (state: FakeState) => void) => openPage('/settings?tab=access', given ? { given } : {});

const { factors: texts } = accessPageMessages;
const phone = { id: 9, name: 'Phone', created_at: '2026-11-01T00:00:00Z', last_used_at: null };
const itemOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;
const rowOf = async (name: string) => within(await itemOf(name));

it('sets up an authenticator app with a QR code or the secret, then shows recovery codes', async () => {
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
  expect(await dialog.findByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  expect(dialog.getByText('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toBeVisible();
  const code = dialog.getByLabelText('Code');
  expect(code).toHaveFocus();
  await user.type(code, `${wrongTotpCode}{Enter}`);
  await waitFor(() => expect(code).toHaveAccessibleDescription(factorMessages.wrongCode));
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  expect(codes.getAllByRole('listitem')).toHaveLength(limits.secondFactor.recoveryCodes);
  await user.click(codes.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(fake.state.factors.recoveryCodes.join('\n'));
  await user.click(codes.getByRole('button', { name: 'Done' }));
  expect(await (await rowOf('Authenticator app')).findByText('On')).toBeVisible();
  expect((await rowOf('Recovery codes')).getByText('10 left')).toBeVisible();
});

it('shows why a secret could not be created', async () => {
  const { user, fake } = openTab();
  fake.fail('factors.beginTotp', 503, { detail: 'The server restores a backup' });
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(`${texts.beginFailed}: The server restores a backup`);
});

it('removes the app and replaces recovery codes after a confirmation', async () => {
  const { user, fake } = openTab((state) =>
    Object.assign(state.factors, { totp: true, recoveryCodes: ['abcd1-fghjk'] }),
  );
  expect((await rowOf('Recovery codes')).getByText('1 left')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create new codes' }));
  const renew = within(await screen.findByRole('alertdialog', { name: texts.renew }));
  await user.click(renew.getByRole('button', { name: 'Create new codes' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  await user.click(codes.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Turn off the authenticator app' }));
  const off = within(await screen.findByRole('alertdialog', { name: texts.removeTotp }));
  await user.click(off.getByRole('button', { name: 'Turn off' }));
  expect(await (await rowOf('Authenticator app')).findByText('Off')).toBeVisible();
  expect(fake.state.factors.totp).toBe(false);
  expect(screen.queryByText('Recovery codes')).not.toBeInTheDocument();
});

it('creates a passkey in the browser under the given name', async () => {
  withPasskeys();
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await user.fill(dialog.getByLabelText('Name'), ' Phone ');
  await user.click(dialog.getByRole('button', { name: 'Add passkey' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
  await user.click(codes.getByRole('button', { name: 'Done' }));
  expect(await itemOf('Phone')).toHaveTextContent(/Passkey, added .* · Never used/);
  expect(fake.requestsOf('factors.addPasskey')[0]?.body).toMatchObject({ name: 'Phone', passkey: { id: 'a2V5' } });
});

it('shows that the browser created no passkey, or why the server refused it', async () => {
  withPasskeys({ create: givenUp });
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
  await user.fill(dialog.getByLabelText('Name'), 'Phone');
  const add = dialog.getByRole('button', { name: 'Add passkey' });
  await user.click(add);
  expect(await dialog.findByText(texts.passkeyGivenUp)).toBeVisible();
  withPasskeys();
  fake.fail('factors.addPasskey', 409, { detail: factorMessages.passkey.known });
  await user.click(add);
  expect(await dialog.findByText(factorMessages.passkey.known)).toBeVisible();
});

it('removes a passkey after a confirmation', async () => {
  const { user, fake } = openTab((state) => void state.factors.passkeys.push(phone));
  await user.click(await screen.findByRole('button', { name: 'Remove passkey Phone' }));
  const question = within(await screen.findByRole('alertdialog', { name: texts.removePasskey('Phone') }));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Phone')).not.toBeInTheDocument());
  expect(fake.state.factors.passkeys).toEqual([]);
});

it('shows when a second factor is required, and why passkeys are unavailable', async () => {
  const passkeys_off = factorMessages.passkey.off.ip;
  openTab((state) => Object.assign(state.factors, { is_required: true, passkeys_off }));
  expect(await screen.findByText(texts.required)).toBeVisible();
  expect(screen.getByText(passkeys_off)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add passkey' })).toBeDisabled();
});
