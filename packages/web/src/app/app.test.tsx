import { screen, waitFor, within } from '@testing-library/react';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it, vi } from 'vitest';
import { readToken } from '../session/token.ts';
import { isActive } from '../shell/main-nav.tsx';
import { startPages } from '../testing/render-page.tsx';

const openPage = startPages();

describe('access to screens', () => {
  it.each(['/', '/websites', '/websites/1', '/alerts', '/settings', '/backup'])(
    'redirects a signed-out visitor of %s to the login page',
    async (path) => {
      const { address } = openPage(path, { isSignedIn: false });
      expect(await screen.findByLabelText('Admin Password')).toBeVisible();
      expect(address()).toBe('/login');
    },
  );

  it('shows the public status to a visitor', async () => {
    openPage('/status', { isSignedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'System Status' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('shows a page for an unknown path', async () => {
    openPage('/nope', { isSignedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByText('/nope')).toBeVisible();
    expect(screen.getByRole('link', { name: 'System Status' })).toHaveAttribute('href', '/status');
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/');
  });

  it('shows that a path is unknown inside the shell of a signed-in user', async () => {
    openPage('/nope');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

describe('navigation', () => {
  it('marks the item whose link equals or starts the path, the root only if equal', () => {
    expect(isActive('/websites', '/websites/3')).toBe(true);
    expect(isActive('/websites', '/websites')).toBe(true);
    expect(isActive('/alerts', '/websites')).toBe(false);
    expect(isActive('/', '/websites')).toBe(false);
    expect(isActive('/', '/')).toBe(true);
  });

  it('opens a page, sets the document title and focuses its heading', async () => {
    const { user } = openPage('/websites');
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Websites',
      'Alerts',
      'Settings',
      'Backup',
    ]);
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Websites');
    await screen.findByRole('heading', { level: 1, name: 'Websites' });
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus();
    await user.click(nav.getByRole('link', { name: 'Backup' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Backup & Restore' });
    expect(heading).toHaveFocus();
    expect(document.title).toBe('Backup & Restore · Upvigil');
    expect(nav.getByRole('link', { current: 'page' })).toHaveTextContent('Backup');
  });

  it('starts with a skip link', async () => {
    const { user } = openPage('/backup');
    await screen.findByRole('navigation');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  });
});

describe('the number of services that are down', () => {
  it('is shown on Alerts and in the title, without changing the name of the link', async () => {
    const icon = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon' }));
    icon.href = '/favicon.svg';
    const { fake } = openPage('/backup', {
      given: (state) => {
        const shop = addWebsite(state);
        addUrlCheck(state, addUrl(state, shop.id), { status_code: 503 });
        addUrlCheck(state, addUrl(state, shop.id), { status_code: 200 });
      },
    });
    const link = await screen.findByRole('link', { name: 'Alerts' });
    await waitFor(() => expect(link).toHaveTextContent('Alerts1'), { timeout: 10_000 });
    expect(screen.getByRole('link', { name: 'Alerts' })).toBe(link);
    expect(document.title).toBe('(1) Backup & Restore · Upvigil');
    expect(icon.href).toMatch(/favicon-down\.svg$/);
    expect(fake.requestsOf('dashboard.stats')).toEqual([]);
    icon.remove();
  });
});

describe('brand', () => {
  it('shows the configured text', async () => {
    openPage('/backup', { given: (state) => Object.assign(state.branding, { brand_text: 'Lighthouse' }) });
    expect(await screen.findByText('Lighthouse')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Backup & Restore · Lighthouse'));
  });

  it('shows the logo with the text as its name', async () => {
    const branding = { brand_type: 'logo', logo_base64: 'AAAA', logo_mime_type: 'image/png', brand_text: 'Lighthouse' };
    openPage('/backup', { given: (state) => Object.assign(state.branding, branding) });
    const logo = await screen.findByRole('img', { name: 'Lighthouse' });
    expect(logo).toHaveAttribute('src', 'data:image/png;base64,AAAA');
    expect(logo.style).toMatchObject({ maxWidth: '180px', maxHeight: '50px' });
  });

  it('keeps the default if it fails to load, and logs the error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openPage('/backup', { before: (fake) => fake.fail('branding.get', 500) });
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Could not load the branding:', expect.anything()));
    expect(screen.getByText('Upvigil')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    logged.mockRestore();
  });
});

describe('session', () => {
  it('ends on Logout: deletes the token, ends the session and shows the login page', async () => {
    const { user, address, fake } = openPage('/backup');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByLabelText('Admin Password')).toBeVisible();
    expect(address()).toBe('/login');
    expect(readToken()).toBeNull();
    await waitFor(() => expect(fake.requestsOf('auth.logout')[0]?.token).toBe('fake-token'));
  });

  it('loses its token on any 401', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openPage('/backup', { before: (fake) => fake.fail('backup.list', 401) });
    await waitFor(() => expect(readToken()).toBeNull());
    logged.mockRestore();
  });

  it('keeps the token on the login page after a late 401 of an ended session', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/login');
    const { fake } = openPage('/backup', { before: (api) => api.fail('backup.list', 401) });
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(fake.requestsOf('backup.list')).not.toHaveLength(0);
    expect(readToken()).not.toBeNull();
    window.history.replaceState(null, '', '/');
    logged.mockRestore();
  });
});

describe('theme', () => {
  it('cycles through system, light and dark, and is stored', async () => {
    const { user } = openPage('/backup');
    await user.click(await screen.findByRole('button', { name: 'Theme: System' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    await user.click(screen.getByRole('button', { name: 'Theme: Light' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Theme: Dark' }));
    expect(screen.getByRole('button', { name: 'Theme: System' })).toBeVisible();
  });
});
