import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs as given } from '../../testing/shop-and-docs.ts';

const openPage = startPages();
const openDashboard = (path = '/') => openPage(path, { given });

describe('a website card', () => {
  const card = async (name = 'Shop') => screen.findByRole('article', { name });

  it('shows figures, status codes and links', async () => {
    openDashboard();
    const shop = within(await card());
    expect(await shop.findByText('93.21%')).toBeVisible();
    expect(shop.getByText('Cart and payment')).toBeVisible();
    expect(shop.getByText('3.71s')).toBeVisible();
    const codes = within(shop.getByRole('list', { name: 'Checks by status code' })).getAllByRole('listitem');
    expect(codes.map((code) => code.textContent)).toEqual(['200 1', '503 1', 'no answer 1']);
    expect(shop.getByText('Issues Detected')).toBeInTheDocument();
    expect(shop.getByText('2 URLs · 1 network service')).toBeVisible();
    expect(shop.getByRole('img', { name: /^Response time of Shop/ })).toBeVisible();
    expect(shop.getByRole('link', { name: 'Manage Services of Shop' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/websites\/\d+$/),
    );
    const publicPage = shop.getByRole('link', { name: 'public page of Shop, opens in a new tab' });
    expect(publicPage).toHaveAttribute('target', '_blank');
    expect(within(await card('Docs')).getByText(messages.empty.description)).toBeVisible();
  });

  it("shows 'Loading statistics...' while loading and after a failure, without affecting others", async () => {
    openPage('/', { given, before: (fake) => fake.fail('dashboard.websiteStatistics', 404) });
    expect(within(await card()).getByText(messages.dashboard.loadingStatistics)).toBeVisible();
    expect(within(await card()).getByText('Cart and payment')).toBeVisible();
  });

  it('is found by search', async () => {
    const { user } = openDashboard();
    await card();
    await user.fill(screen.getByRole('searchbox', { name: 'Search websites' }), 'doc');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Shop' })).toBeNull());
    expect(await card('Docs')).toBeVisible();
  });
});

it('shows healthy websites from the seventh on, and unchecked ones, as lines that open to a card', async () => {
  const many = (state: FakeState) => {
    for (let at = 1; at <= 9; at += 1) {
      const { id } = addWebsite(state, { name: `Site ${at}` });
      if (at < 9) addUrlCheck(state, addUrl(state, id, { uptime_24h: 100 }), { status_code: at === 8 ? 503 : 200 });
    }
  };
  const { user } = openPage('/', { given: many });
  const list = within(await screen.findByRole('list', { name: 'Other websites' }));
  expect(screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))).toEqual(
    [8, 1, 2, 3, 4, 5].map((at) => `Site ${at}`),
  );
  expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual(['Site 6', 'Site 7', 'Site 9']);
  expect(list.getByText('No data yet')).toBeVisible();
  expect(list.getByRole('link', { name: 'Add First URL to Site 9' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/websites\/\d+$/),
  );
  expect(list.getAllByRole('link')).toHaveLength(1);
  const line = list.getByRole('button', { name: 'Site 7' });
  await user.click(line);
  const card = within(screen.getByRole('article', { name: 'Site 7' }));
  expect(card.getByRole('link', { name: 'Manage Services of Site 7' })).toBeVisible();
  expect(line).toHaveFocus();
  expect(line).toHaveAttribute('aria-expanded', 'true');
});

it('shows all checked websites as cards on request, and remembers it', async () => {
  const many = (state: FakeState) => {
    for (let at = 1; at <= 9; at += 1) {
      const { id } = addWebsite(state, { name: `Site ${at}` });
      if (at < 9) addUrlCheck(state, addUrl(state, id, { uptime_24h: 100 }), { status_code: 200 });
    }
  };
  const { user } = openPage('/', { given: many });
  const toggle = await screen.findByRole('button', { name: 'Show as cards', pressed: false });
  expect(screen.getAllByRole('article')).toHaveLength(6);
  await user.click(toggle);
  expect(screen.getAllByRole('article')).toHaveLength(8);
  expect(screen.getByRole('list', { name: 'Other websites' })).toHaveTextContent(/^Site 9/);
  expect(localStorage.getItem('website-shape')).toBe('cards');
  await user.click(screen.getByRole('button', { name: 'Show as cards', pressed: true }));
  expect(screen.getAllByRole('article')).toHaveLength(6);
});
