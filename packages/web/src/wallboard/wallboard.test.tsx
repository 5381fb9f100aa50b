import { screen, waitFor, within } from '@testing-library/react';
import { addMonitor, addNetworkCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it, vi } from 'vitest';
import { startPages } from '../testing/render-page.tsx';
import { shopAndDocs } from '../testing/shop-and-docs.ts';
// Preloaded, so that no test waits for it, or passes because it was late.
import './wallboard.tsx';

const openPage = startPages();

describe('the wallboard', () => {
  it('shows problems, then every website and service with its state, without navigation', async () => {
    openPage('/?wall', { given: shopAndDocs });
    const problems = within(await screen.findByRole('region', { name: 'Open problems' }));
    expect(problems.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^DOWNshop\.example\.org\/cartShop · HTTP 503/),
      expect.stringMatching(/^DOWNEdge TLSShop/),
      expect.stringMatching(/^SLOW/),
    ]);
    const tiles = within(await screen.findByRole('list', { name: 'Websites and services' }));
    const texts = tiles.getAllByRole('listitem').map((tile) => tile.textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^Edge TLSDOWN93\.10%/),
      expect.stringMatching(/^ShopIssues/),
      expect.stringMatching(/^DocsUP/),
      expect.stringMatching(/^RouterUP99\.99%/),
    ]);
    expect(tiles.getByRole('img', { name: /^Last check of Edge TLS: 1 failed/ })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Wallboard' })).toBeVisible();
    expect(screen.queryByText(/^as of/)).toBeNull();
  });

  it('shows one line without problems', async () => {
    openPage('/?wall', {
      given: (state) => void addNetworkCheck(state, addMonitor(state, addWebsite(state).id), { is_up: true }),
    });
    expect(await screen.findByText('All services are up')).toBeVisible();
  });

  it('closes on Esc and by its link', async () => {
    const { user, address } = openPage('/?wall', { given: shopAndDocs });
    expect(await screen.findByRole('link', { name: 'Exit the wallboard' })).toHaveAttribute('href', '/');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Monitoring Dashboard' })).toBeVisible();
    expect(address()).toBe('/');
  });

  it('shows the next step before the first website', async () => {
    openPage('/?wall');
    expect(await screen.findByRole('link', { name: 'Add Your First Website' })).toHaveAttribute(
      'href',
      '/websites?add',
    );
  });

  it('shows the time of its data while it cannot refresh', async () => {
    openPage('/?wall', { given: shopAndDocs });
    await screen.findByText('Docs');
    expect(screen.queryByText(/^as of/)).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180_000 });
    expect(await screen.findByText(/^as of \d\d:\d\d:\d\d$/)).toBeVisible();
    vi.useRealTimers();
  });

  it('reports missing parts, shows the rest, and retries', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, fake } = openPage('/?wall', {
      given: shopAndDocs,
      before: (api) => api.fail('publicStatus.overview', 500),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the wallboard');
    expect(screen.getByText('Edge TLS', { selector: 'li > p > span' })).toBeVisible();
    fake.recover('publicStatus.overview');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await screen.findByText('Docs')).toBeVisible();
    logged.mockRestore();
  });
});
