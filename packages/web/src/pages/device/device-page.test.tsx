import { screen, waitFor } from '@testing-library/react';
import { inputMessages } from '@upvigil/core/contract/fields/input-messages';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const given = (state: FakeState) => {
  state.device = { userCode: 'BCDF-GHJK', isApproved: false };
};

it('reads the code from the URL fragment and signs in the program after approval', async () => {
  const { user, fake } = openPage('/device#BCDF-GHJK', { given });
  expect(await screen.findByLabelText('Code')).toHaveValue('BCDF-GHJK');
  expect(screen.getByText(accessPageMessages.device.warning)).toBeVisible();
  expect(fake.requestsOf('device.approve')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(accessPageMessages.device.done)).toBeVisible();
  expect(fake.state.device?.isApproved).toBe(true);
});

it('accepts different spellings of the code, and shows its errors', async () => {
  const { user, fake } = openPage('/device', { given });
  const field = await screen.findByLabelText('Code');
  await user.fill(field, 'bcdf');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(inputMessages.deviceCode));
  expect(field).toHaveFocus();
  await user.type(field, 'xxxx');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(factorMessages.deviceCodeUnknown));
  await user.clear(field);
  await user.type(field, 'bcdf ghjk{Enter}');
  expect(await screen.findByText(accessPageMessages.device.done)).toBeVisible();
  expect(fake.state.device?.isApproved).toBe(true);
});

it('returns after a signed-out user signs in', async () => {
  const { user, address } = openPage('/device#BCDF-GHJK', { given, isSignedIn: false });
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('link', { name: 'Sign in first' }));
  await user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
  await waitFor(() => expect(address()).toBe('/device'));
  expect(await screen.findByLabelText('Code')).toHaveValue('BCDF-GHJK');
});
