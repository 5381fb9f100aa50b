import { screen, waitFor, within } from '@testing-library/react';
import { limits } from '@upvigil/core/limits';
import { addApiToken } from '@upvigil/core/testing/fake-access';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { accessMessages } from '@upvigil/core/texts/access';
import { beforeAll, expect, it } from 'vitest';
import { startPages } from '../../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(() => Promise.all([import('../../settings-page.tsx'), import('../access-panel.tsx')]), 60_000);
const openTab = (given?: (state: FakeState) => void) => openPage('/settings?tab=access', given ? { given } : {});

/** The Revoke button also contains the name. */
const nameOf = (name: string) => screen.findByText(name, { selector: 'p' });
const itemOf = async (name: string) => (await nameOf(name)).closest('li') as HTMLElement;
const rowOf = async (name: string) => within(await itemOf(name));
const day = 24 * 60;

it('creates a token with the selected scopes, and shows it once', async () => {
  const { user, fake } = openTab();
  expect(await screen.findByText(accessMessages.token.none)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }));
  await user.fill(form.getByLabelText('Name'), 'Nightly');
  expect(form.getByRole('checkbox', { name: 'deploy' })).toHaveAccessibleDescription(/^set marks, start and end/);
  expect(form.queryByText(accessMessages.token.readsAll)).not.toBeInTheDocument();
  await user.click(form.getByRole('checkbox', { name: 'backup' }));
  expect(form.getByText(accessMessages.token.readsAll)).toBeVisible();
  expect(form.getByLabelText('Days')).toHaveValue(90);
  await user.click(form.getByRole('button', { name: 'Create token' }));

  const shown = within(await screen.findByRole('dialog', { name: 'Token Nightly' }));
  expect(shown.getByText('Copy it now: it is not shown again')).toBeVisible();
  const made = fake.state.apiTokens[0]?.token ?? '';
  expect(shown.getByText(made)).toBeVisible();
  expect(fake.requestsOf('tokens.create')[0]?.body).toEqual({ name: 'Nightly', scopes: ['backup'], expires_days: 90 });
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(made);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect((await rowOf('Nightly')).getByText(/backup$/)).toBeVisible();
  expect(document.body.textContent).not.toContain(made);
});

it('accepts 1 to 730 days, or no expiry', async () => {
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  expect(form.getByText('Scopes is required')).toBeVisible();
  await user.fill(form.getByLabelText('Name'), 'Board');
  await user.click(form.getByRole('checkbox', { name: 'read' }));
  await user.fill(form.getByLabelText('Days'), '731');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Expiry must be between 1 and 730 days')).toBeVisible();
  await user.click(form.getByRole('radio', { name: 'Never' }));
  expect(form.queryByLabelText('Days')).not.toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('dialog', { name: 'Token Board' })).toBeVisible();
  expect(fake.requestsOf('tokens.create')[0]?.body).toEqual({ name: 'Board', scopes: ['read'], expires_days: null });
});

it('shows a taken name at its field, and keeps the input', async () => {
  const { user } = openTab((state) => addApiToken(state, { name: 'Board', scopes: ['read'] }));
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create token' }));
  await user.fill(form.getByLabelText('Name'), 'Board');
  await user.click(form.getByRole('checkbox', { name: 'write' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  const taken = accessMessages.token.taken('Board');
  const texts = await screen.findByRole('alertdialog', { name: taken });
  await user.click(within(texts).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveAccessibleDescription(taken));
  expect(form.getByRole('checkbox', { name: 'write' })).toBeChecked();
});

it('shows scopes, creator, expiry, last use and address of each', async () => {
  openTab((state) => {
    addApiToken(state, { name: 'Old', scopes: ['deploy'], expires_days: -1 });
    addApiToken(state, { name: 'Soon', scopes: ['read'], expires_days: 14 });
    const used = addApiToken(state, { name: 'Board', scopes: ['check', 'backup'], expires_days: 90 });
    Object.assign(state.apiTokens.find(({ id }) => id === used.id) ?? {}, {
      last_used_at: minutesAgo(2 * day, state.now),
      last_used_ip: '192.0.2.7',
    });
  });
  expect(await itemOf('Board')).toHaveTextContent(
    /^Boardupv_.{4}… · check, backupCreated by owner, .* · Expires .*Last used .* from 192\.0\.2\.7Revoke/,
  );
  expect((await rowOf('Soon')).getByText('Expires soon')).toBeVisible();
  expect((await rowOf('Old')).getByText('Expired')).toBeVisible();
  expect((await rowOf('Old')).getByText('Never used')).toBeVisible();
});

it('revokes a token after a confirmation', async () => {
  const { user, fake } = openTab((state) => addApiToken(state, { name: 'Board', scopes: ['read'] }));
  await user.click(await screen.findByRole('button', { name: 'Revoke Board' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke token "Board"?' }));
  fake.fail('tokens.remove', 503, { detail: 'The server restores a backup' });
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  const refused = within(await screen.findByRole('alertdialog', { name: 'The server restores a backup' }));
  await user.click(refused.getByRole('button', { name: 'OK' }));
  expect(fake.state.apiTokens).toHaveLength(1);
  fake.recover('tokens.remove');
  await user.click(screen.getByRole('button', { name: 'Revoke Board' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(accessMessages.token.none)).toBeVisible();
});

it('is limited to a hundred tokens', async () => {
  openTab((state) => {
    for (let at = 0; at < limits.apiToken.most; at++) addApiToken(state, { name: `Token ${at}`, scopes: ['read'] });
  });
  expect(await nameOf('Token 99')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create token' })).toBeDisabled();
});
