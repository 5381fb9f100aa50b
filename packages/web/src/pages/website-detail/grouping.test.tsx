import { screen, waitFor, within } from '@testing-library/react';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();

function openNetwork() {
  return openPage('/websites/1?tab=network', {
    given: (state) => {
      const { id } = addWebsite(state, { name: 'Office' });
      addMonitor(state, id, { name: 'Switch', host: '10.0.0.2', port: 22, tags: ['site:b1'] });
      addMonitor(state, id, { name: 'Router', host: '10.0.0.1', port: 22, tags: ['env:prod'] });
      addUrl(state, id, { label: 'Portal' });
    },
  });
}

it('sends changed tags, parent and recovery threshold only', async () => {
  const { user, fake } = openNetwork();
  await user.click(await screen.findByRole('button', { name: 'Edit Switch' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Monitor' }));
  expect(form.getByText(/tags site:b1/)).toBeVisible();
  await user.click(form.getByText('Advanced'));
  await user.type(form.getByLabelText(/^Tags/), 'Env:Prod,tier:1 ');
  await user.click(form.getByRole('button', { name: 'Remove tag site:b1' }));
  await user.fill(form.getByLabelText('Recovery threshold'), '3');
  const search = form.getByRole('combobox', { name: /^Parent/ });
  await user.click(search);
  await form.findByRole('option', { name: /Portal/ });
  const release = fake.hold('monitors.list');
  // Enter chooses none of the earlier results.
  await user.type(search, 'rout{Enter}');
  release();
  await waitFor(() => expect(form.queryByRole('option', { name: /Portal/ })).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(form.getByLabelText(/^Parent/)).toHaveValue('Router'));
  expect(form.getByLabelText(/^Parent/)).toHaveFocus();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.requestsOf('networkMonitors.update')[0]?.body).toMatchObject({
    tags: ['env:prod', 'tier:1'],
    parent_id: fake.state.monitors[1]?.id,
    recovery_threshold: 3,
  });
});

it('duplicates a monitor: its values fill the form of a new one', async () => {
  const { user, fake } = openNetwork();
  await user.click(await screen.findByRole('button', { name: 'More actions for Switch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate Switch' }));
  const form = within(await screen.findByRole('dialog', { name: 'Duplicate Monitor' }));
  expect(form.getByLabelText('Name')).toHaveValue('Switch (copy)');
  await user.fill(form.getByLabelText('Host'), '10.0.0.3');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [request] = fake.requestsOf('networkMonitors.create');
  expect(request?.body).toMatchObject({
    name: 'Switch (copy)',
    host: '10.0.0.3',
    port: 22,
    tags: ['site:b1'],
    clone: { of: fake.state.monitors[0]?.id },
  });
});

it('opens the filled form of a URL for ?duplicate in the address', async () => {
  const { address } = openPage('/websites/1?duplicate=2', {
    given: (state) => void addUrl(state, addWebsite(state).id, { label: 'Portal', url: 'https://portal.example.org/' }),
  });
  const form = within(await screen.findByRole('dialog', { name: 'Duplicate URL' }));
  expect(form.getByLabelText('URL')).toHaveValue('https://portal.example.org/');
  await waitFor(() => expect(address()).toBe('/websites/1'));
});
