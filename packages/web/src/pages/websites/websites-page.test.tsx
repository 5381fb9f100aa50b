import { screen, waitFor, within } from '@testing-library/react';
import type { Website } from '@upvigil/core/contract/websites';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { findWebsites } from './websites-page.tsx';

const openPage = startPages();
const openWebsites = (given?: (state: FakeState) => void) => openPage('/websites', given ? { given } : {});

const three = (state: FakeState) => {
  const shop = addWebsite(state, { name: 'Checkout', description: 'Cart and payment' });
  const docs = addWebsite(state, { name: 'Docs' });
  const blog = addWebsite(state, { name: 'Blog' });
  addUrlCheck(state, addUrl(state, shop.id));
  addUrlCheck(state, addUrl(state, docs.id), { status_code: 503 });
  addUrlCheck(state, addUrl(state, blog.id));
};
const cardNames = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const cardOf = (name: string) => {
  const card = screen.getByRole('heading', { level: 2, name }).closest('li');
  if (!card) throw new Error(`no card ${name}`);
  return within(card);
};

describe('websites', () => {
  it('lists each with description, counts, date and link', async () => {
    openWebsites(three);
    await screen.findByRole('heading', { level: 2, name: 'Checkout' });
    await waitFor(() => expect(document.title).toBe('(1) Websites · Upvigil'));
    expect(cardOf('Checkout').getByText('Cart and payment')).toBeVisible();
    expect(cardOf('Checkout').getByText(/1 URL · 0 network services · Created/)).toBeVisible();
    expect(cardOf('Docs').getByText(messages.empty.description)).toBeVisible();
    expect(cardOf('Docs').getByRole('link', { name: 'Open Docs' })).toHaveAttribute('href', '/websites/2');
  });

  it('adds the uptime of each website that was checked', async () => {
    openWebsites((state) => {
      three(state);
      addWebsite(state, { name: 'New' });
    });
    expect(await screen.findByRole('img', { name: /^Days of Docs, / })).toBeVisible();
    expect(cardOf('Docs').getByText('Uptime (24h)')).toBeVisible();
    expect(cardOf('New').queryByRole('img')).toBeNull();
    expect(cardOf('New').queryByText('Uptime (24h)')).toBeNull();
  });

  it('works without the uptime if it fails to load', async () => {
    const { fake } = openPage('/websites', {
      given: three,
      before: (api) => api.fail('publicStatus.overview', 500),
    });
    await screen.findByRole('heading', { level: 2, name: 'Docs' });
    await waitFor(() => expect(fake.requestsOf('publicStatus.overview')).not.toHaveLength(0));
    expect(screen.queryByRole('img', { name: /^Days of/ })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows thirteen and more as rows with the same content and actions', async () => {
    const { user } = openWebsites((state) => {
      three(state);
      for (let index = 0; index < 10; index += 1) addWebsite(state);
    });
    const row = await waitFor(() => cardOf('Checkout'));
    expect(row.getByText('Cart and payment')).toBeVisible();
    expect(row.getByText('Operational')).toBeVisible();
    expect(row.getByText(/1 URL · 0 network services/)).toBeVisible();
    expect(row.getByText(/Created/)).toBeVisible();
    expect(cardOf('Docs').getByText(messages.empty.description)).toBeVisible();
    expect(row.getByRole('link', { name: 'Open Checkout' })).toHaveAttribute('href', '/websites/1');
    expect(await row.findByRole('img', { name: /^Days of Checkout, / })).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Actions for Checkout' }));
    await user.click(row.getByRole('button', { name: 'Edit Checkout' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Website' })).toBeVisible();
  });

  it('lists problems first, searches and sorts', async () => {
    const { user, address } = openWebsites(three);
    await screen.findByRole('heading', { level: 2, name: 'Checkout' });
    expect(cardNames()).toEqual(['Docs', 'Blog', 'Checkout']);
    await user.selectOptions(screen.getByLabelText('Sort'), 'Name');
    expect(cardNames()).toEqual(['Blog', 'Checkout', 'Docs']);
    await user.fill(screen.getByRole('searchbox', { name: 'Search websites' }), 'payment');
    await waitFor(() => expect(cardNames()).toEqual(['Checkout']));
    expect(screen.getByText('1 of 3')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/websites?sort=name&q=payment'));
  });

  it('explains the empty list, and adds the first website', async () => {
    const { user, fake } = openWebsites();
    expect(await screen.findByText(messages.empty.websites)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Your First Website' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Website' });
    expect(within(dialog).getByLabelText('Name')).toHaveFocus();
    await user.fill(within(dialog).getByLabelText('Name'), ' Shop ');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Shop' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(fake.requestsOf('websites.create')[0]?.body).toEqual({ name: 'Shop', description: null });
  });

  it('opens the form for ?add in the address', async () => {
    const { address } = openPage('/websites?add', {});
    expect(await screen.findByRole('dialog', { name: 'Add New Website' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/websites'));
  });

  it('requires a name, with an error at the field', async () => {
    const { user, fake } = openWebsites(three);
    await user.click(await screen.findByRole('button', { name: 'Add New Website' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Website' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Name is required')).toBeVisible();
    expect(within(dialog).getByLabelText('Name')).toHaveAccessibleDescription('Name is required');
    expect(within(dialog).getByLabelText('Name')).toHaveFocus();
    expect(fake.requestsOf('websites.create')).toHaveLength(0);
  });

  it('keeps the input after a failed save, and shows the server’s message', async () => {
    const { user, fake } = openWebsites(three);
    await user.click(await screen.findByRole('button', { name: 'Edit Checkout' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Website' });
    await user.fill(within(dialog).getByLabelText('Name'), 'Cash desk');
    fake.fail('websites.update', 409, { detail: 'The name is taken' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const message = await screen.findByRole('alertdialog', { name: messages.website.saveFailed });
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    expect(await within(dialog).findByText('The name is taken')).toBeVisible();
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Cash desk');
    fake.recover('websites.update');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Cash desk' })).toBeVisible();
  });

  it('warns before unsaved changes are lost', async () => {
    const { user } = openWebsites(three);
    await user.click(await screen.findByRole('button', { name: 'Edit Docs' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Website' });
    await user.type(within(dialog).getByLabelText('Name'), '!');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Docs!');
  });

  it('deletes only after the name is typed', async () => {
    const { user, fake } = openWebsites(three);
    await user.click(await screen.findByRole('button', { name: 'More actions for Checkout' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete Checkout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete website "Checkout"?' });
    expect(within(question).getByText(/All its URLs and data will be lost: 1 URL/)).toBeVisible();
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const confirm = within(question).getByRole('button', { name: 'Delete website' });
    expect(confirm).toBeDisabled();
    await user.type(within(question).getByLabelText('Type Checkout to confirm'), 'Checkout{Enter}');
    await waitFor(() => expect(cardNames()).toEqual(['Docs', 'Blog']));
    expect(fake.requestsOf('websites.remove')).toHaveLength(1);
  });

  it('shows a loading state, and a retry after a failure', async () => {
    const { user, fake } = openPage('/websites', { given: three, before: (api) => api.fail('websites.list', 500) });
    expect(await screen.findByRole('heading', { name: 'Could not load websites' })).toBeVisible();
    const release = fake.hold('websites.list');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByRole('button', { name: 'Try Again' })).toHaveAttribute('aria-busy', 'true');
    release();
    expect(await screen.findByRole('heading', { level: 2, name: 'Docs' })).toBeVisible();
  });
});

const website = (name: string, status: Website['status'], day: number, description: string | null = null): Website => ({
  id: day,
  name,
  status,
  description,
  url_count: 0,
  network_monitor_count: 0,
  automatic_incidents: null,
  created_at: `2026-11-${day}T00:00:00.000Z`,
});
const all = [
  website('Shop 10', 'up', 12),
  website('Shop 9', 'down', 11),
  website('Docs', 'partial', 14, 'The handbook'),
  website('New', 'unknown', 13),
];
const found = (search: string, sort: string) => findWebsites(all, search, sort).map(({ name }) => name);

it('sorts websites in the selected order, by name for an unknown one', () => {
  expect(found('', 'issues')).toEqual(['Shop 9', 'Docs', 'New', 'Shop 10']);
  expect(found('', 'newest')).toEqual(['Docs', 'New', 'Shop 10', 'Shop 9']);
  expect(found('', 'no such order')).toEqual(['Docs', 'New', 'Shop 9', 'Shop 10']);
});

it('finds websites by name and description, ignoring case', () => {
  expect(found(' HANDBOOK ', 'name')).toEqual(['Docs']);
  expect(found('shop', 'name')).toEqual(['Shop 9', 'Shop 10']);
});
