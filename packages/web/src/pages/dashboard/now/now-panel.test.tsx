import { screen, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';
import { shopAndDocs } from '../../../testing/shop-and-docs.ts';
import { headlineOf } from './now-panel.tsx';

const openPage = startPages();

it('lists problems, the worst first, with cause, latest checks and a link to the monitor', async () => {
  const { fake } = openPage('/', { given: shopAndDocs });
  const now = within(await screen.findByRole('region', { name: '2 services are down, 1 is slow' }));
  const rows = now.getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('DOWNhttps://shop.example.org/cartShopHTTP 503'),
    expect.stringContaining('DOWNEdge TLSShop · TCP port edge.example.org:443Connection refused'),
    expect.stringContaining('SLOW'),
  ]);
  expect(rows[0]).toHaveTextContent(/1 min\s*since/);
  expect(
    await now.findByRole('img', { name: 'Last 2 checks of https://shop.example.org/cart: 2 failed' }),
  ).toBeVisible();
  const cart = fake.state.urls.find(({ url }) => url.endsWith('/cart'));
  const edge = fake.state.monitors.find(({ name }) => name === 'Edge TLS');
  expect(now.getByRole('link', { name: 'https://shop.example.org/cart' })).toHaveAttribute(
    'href',
    `/websites/1?open=${cart?.id}`,
  );
  expect(now.getByRole('link', { name: 'Edge TLS' })).toHaveAttribute(
    'href',
    `/websites/1?tab=network&open=${edge?.id}`,
  );
  expect(now.queryByRole('button')).toBeNull();
});

it('acknowledges a problem in its row, and then says by whom', async () => {
  const { user, fake } = openPage('/', {
    given: (state) => {
      const shop = addWebsite(state, { name: 'Shop' });
      const url = addUrl(state, shop.id, { url: 'https://shop.example.org/cart' });
      addUrlCheck(state, url, { status_code: 503 });
      addAlert(state, shop, { url_id: url.id, message: 'Shop: https://shop.example.org/cart is down: HTTP 503' });
    },
  });
  const now = within(await screen.findByRole('region', { name: '1 service is down' }));
  await user.click(now.getByRole('button', { name: 'Acknowledge: https://shop.example.org/cart' }));
  const form = within(await screen.findByRole('dialog', { name: 'Acknowledge alert' }));
  expect(form.getByText('Shop: https://shop.example.org/cart, HTTP 503')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Acknowledge' }));
  expect(await now.findByText('Acknowledged by owner')).toBeVisible();
  expect(fake.requestsOf('alerts.acknowledge')).toHaveLength(1);
});

it('shows five, and all on request', async () => {
  const given = (state: FakeState) => {
    const shop = addWebsite(state, { name: 'Shop' });
    for (let at = 0; at < 7; at += 1) addUrlCheck(state, addUrl(state, shop.id), { status_code: 503 });
  };
  const { user } = openPage('/', { given });
  const now = within(await screen.findByRole('region', { name: '7 services are down' }));
  expect(now.getAllByRole('listitem')).toHaveLength(5);
  await user.click(now.getByRole('button', { name: 'All 7 open problems' }));
  expect(now.getAllByRole('listitem')).toHaveLength(7);
});

it('shows one line if everything is up', async () => {
  openPage('/', {
    given: (state) => void addUrlCheck(state, addUrl(state, addWebsite(state).id), { status_code: 200 }),
  });
  expect(await screen.findByText('Everything is up.')).toBeVisible();
  expect(screen.queryByText(/^Last outage/)).toBeNull();
});

it('is empty before the first check', async () => {
  openPage('/', { given: (state) => void addUrl(state, addWebsite(state).id) });
  await screen.findByRole('region', { name: 'Status Distribution' });
  expect(screen.queryByText('Everything is up.')).toBeNull();
});

it('lists unchecked services with time and reason, and does not claim that everything is up', async () => {
  openPage('/', {
    given: (state) => {
      const url = addUrl(state, addWebsite(state, { name: 'Shop' }).id, { url: 'https://shop.example.org/' });
      addUrlCheck(state, url, { status_code: 200 });
      url.not_checked = { since: new Date(Date.now()).toISOString(), reason: 'the proxy cannot be reached' };
    },
  });
  const now = within(await screen.findByRole('region', { name: '1 service is not checked' }));
  expect(now.getByRole('link', { name: 'https://shop.example.org/' })).toBeVisible();
  expect(now.getByText(/^Not checked since \d\d:\d\d: the proxy cannot be reached$/)).toBeVisible();
  expect(screen.queryByText('Everything is up.')).toBeNull();
});

it('counts services by problem, and omits zeros', () => {
  expect(headlineOf({ down: 3, slow: 1, metadata: 0 })).toBe('3 services are down, 1 is slow');
  expect(headlineOf({ down: 1, slow: 2, metadata: 0 })).toBe('1 service is down, 2 are slow');
  expect(headlineOf({ down: 0, slow: 0, metadata: 2 })).toBe('2 services lack their meta tags');
  expect(headlineOf({ down: 0, slow: 0, metadata: 0 })).toBe('');
});
