import { screen, waitFor, within } from '@testing-library/react';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

it('a website opens incidents by the general setting, or by its own', async () => {
  const { user, fake } = openPage('/websites', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
  const choose = async (choice: string) => {
    await user.click(await screen.findByRole('button', { name: /^Edit.*Shop/ }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Website' }));
    await user.selectOptions(form.getByLabelText('Automatic incidents'), choice);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Website' })).toBeNull());
    return fake.state.websites[0]?.automatic_incidents;
  };
  expect(await choose('Publish')).toBe('publish');
  expect(await choose('Off')).toBe('off');
  expect(await choose('Use the general setting')).toBeNull();
});
