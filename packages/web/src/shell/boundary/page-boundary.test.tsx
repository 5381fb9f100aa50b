import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverWatch } from '../../reachability/watch-server.ts';
import { reloadAfterUpgrade } from '../../show-app.tsx';
import { PageBoundary } from './page-boundary.tsx';

beforeEach(() => {
  // React logs the caught error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function Broken(): never {
  throw new Error('a fault in the page');
}

it('a failed page shows an error with a reload button, and its surroundings remain', () => {
  const { rerender } = render(
    <nav>
      <PageBoundary key="/alerts">
        <Broken />
      </PageBoundary>
    </nav>,
  );
  expect(screen.getByRole('navigation')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  rerender(
    <nav>
      <PageBoundary key="/backup">all is well</PageBoundary>
    </nav>,
  );
  expect(screen.getByText('all is well')).toBeVisible();
});

it('code that cannot be loaded reloads the window once, and only while the server answers', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const ask = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', ask);
  reloadAfterUpgrade();
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }));
  await serverWatch.attempt();
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('vite:preloadError'));
  window.dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
