import { screen, waitFor, within } from '@testing-library/react';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

it('previews pasted lines, repairs one, creates the new ones and keeps the invalid ones', async () => {
  const { user, fake } = openPage('/websites?add-multiple', {
    given: (state) => void addUrl(state, addWebsite(state, { name: 'Shop' }).id, { url: 'https://shop.example.org/' }),
  });
  const form = within(await screen.findByRole('dialog', { name: 'Add Multiple' }));
  expect(form.getByRole('button', { name: 'Create monitors' })).toBeDisabled();
  const lines = [
    'https://shop.example.org/ Shop',
    'https://shop.example.org/cart Cart #env:prod',
    'https://shop example.org/returns Returns',
    'ping 10.20.0.299 Switch',
  ];
  await user.fill(form.getByLabelText('One address a line'), lines.join('\n'));
  expect(
    await form.findByText('1 of 4 lines is created and checked at once. 1 exists already, 2 are left out.'),
  ).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Use shop.example.org/returns' }));
  expect(form.getByRole('button', { name: /^Create/ })).toBeDisabled();
  expect(form.getByLabelText('One address a line')).toHaveFocus();
  await user.click(await form.findByRole('button', { name: 'Create 2 monitors' }));
  await waitFor(() => expect(form.getByLabelText('One address a line')).toHaveValue('ping 10.20.0.299 Switch'));
  expect(fake.state.urls.map(({ url }) => url)).toEqual([
    'https://shop.example.org/',
    'https://shop.example.org/cart',
    'https://shop.example.org/returns',
  ]);
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' }));
  await user.click(question.getByRole('button', { name: 'Discard changes' }));
  // The toast that says what was created is a dialog too, for some seconds.
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Multiple' })).toBeNull());
});
