import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl } from '@upvigil/core/testing/fake-watched';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readToken } from '../session/token.ts';
import { startPages } from '../testing/render-page.tsx';
import { shopAndDocs } from '../testing/shop-and-docs.ts';
import { findNamed } from './palette.tsx';

// Preloaded, so that no test waits for it, or passes because it was late.
import './palette.tsx';

const openPage = startPages();
const given = shopAndDocs;

/** Renders the page, opens the palette and waits until its data is loaded. */
async function openPalette(path = '/backup', more: (state: FakeState) => void = () => undefined) {
  const filled = (state: FakeState) => {
    shopAndDocs(state);
    more(state);
  };
  const page = openPage(path, { given: filled });
  await page.user.click(await screen.findByRole('button', { name: /^Search or jump to/ }));
  const palette = within(await screen.findByRole('dialog', { name: 'Search or jump to' }));
  await palette.findByRole('option', { name: /^Edge TLS/ });
  const field = palette.getByRole('combobox', { name: 'Search' });
  const options = () => palette.getAllByRole('option').map((option) => option.textContent);
  return { ...page, palette, field, options };
}

afterEach(() => vi.unstubAllGlobals());

describe('the palette', () => {
  it('opens and closes by its shortcut from anywhere, and focuses its field', async () => {
    const { user } = openPage('/backup', { given });
    const button = await screen.findByRole('button', { name: /^Search or jump to/ });
    button.focus();
    await user.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Search or jump to' });
    expect(within(palette).getByRole('combobox')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(palette).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.keyboard('{Meta>}k{/Meta}');
    const again = await screen.findByRole('dialog', { name: 'Search or jump to' });
    await user.keyboard('{Meta>}k{/Meta}');
    expect(again).not.toBeInTheDocument();
  });

  it('does not open over another dialog', async () => {
    const { user } = openPage('/websites', { given });
    await user.click(await screen.findByRole('button', { name: 'Add New Website' }));
    await screen.findByRole('dialog', { name: 'Add New Website' });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('lists problems first, then actions and pages', async () => {
    const { palette, options } = await openPalette();
    expect(options().slice(0, 3)).toEqual([
      expect.stringMatching(/^Edge TLS Shop · edge\.example\.org:443.*has a problem/),
      expect.stringMatching(/^shop\.example\.org\/cart Shop/),
      expect.stringMatching(/./),
    ]);
    expect(palette.getByRole('group', { name: 'Go to' })).toBeInTheDocument();
    expect(options()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Alerts/), 'Logout ', expect.stringMatching(/^Wallboard/)]),
    );
  });

  it('finds by name, shows the count, and opens the result on Enter', async () => {
    const { user, field, palette, address, options } = await openPalette();
    await user.type(field, 'router');
    expect(options()[0]).toMatch(/^Router Docs · 10\.0\.0\.1/);
    expect(palette.getByRole('status')).toHaveTextContent(/^3 of \d+$/);
    expect(palette.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toMatch(/^\/websites\/2\?tab=network&open=\d+$/));
    expect(screen.queryByRole('dialog', { name: 'Search or jump to' })).toBeNull();
  });

  it('finds an unloaded URL by a part of its address, and opens it on Enter', async () => {
    let id = 0;
    const { user, field, palette, address } = await openPalette('/backup', (state) => {
      id = addUrl(state, 2, { url: 'https://pay.example.org/invoices' }).id;
    });
    await user.fill(field, 'invoices docs');
    const option = await palette.findByRole('option', { name: /^pay\.example\.org\/invoices Docs/ });
    await waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/websites/2?open=${id}`));
  });

  it('ignores a late response to an earlier text', async () => {
    const { user, field, palette, fake } = await openPalette('/backup', (state) => {
      for (let at = 10; at < 30; at += 1) addUrl(state, 2, { url: `https://pay.example.org/${at}` });
      addUrl(state, 2, { url: 'https://pay.example.org/zebra' });
    });
    const asked = (times: number) => waitFor(() => expect(fake.requestsOf('urls.search')).toHaveLength(times));
    const zebra = { name: /^pay\.example\.org\/zebra Docs/ };
    const answerLate = fake.hold('urls.search');
    await user.type(field, 'pay');
    await asked(1);
    fake.recover('urls.search');
    await user.paste('.example.org/zebra');
    await palette.findByRole('option', zebra);
    answerLate();
    // The request for the latest text is still pending.
    const letGo = fake.hold('urls.search');
    const before = fake.requestsOf('urls.search').length;
    await user.keyboard('{Backspace}');
    await asked(before + 1);
    expect(palette.getByRole('option', zebra)).toBeVisible();
    letGo();
  });

  it('shows no error for a failed search', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, field, palette, fake } = await openPalette();
    fake.fail('urls.search', 500);
    await user.type(field, 'edge');
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(palette.getByRole('option', { name: /^Edge TLS/ })).toBeVisible();
    expect(palette.queryByText(/could not/)).toBeNull();
    logged.mockRestore();
  });

  it('opens in a new tab on Ctrl Enter', async () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    const { user, field, address } = await openPalette();
    await user.type(field, 'settings');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(open).toHaveBeenCalledWith('/settings', '_blank', 'noopener');
    expect(address()).toBe('/backup');
  });

  it('moves with arrow keys', async () => {
    const { user, palette } = await openPalette();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(palette.getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true');
  });

  it('shows that nothing was found', async () => {
    const { user, field, palette } = await openPalette();
    await user.type(field, 'zzz');
    expect(palette.getByText('No results for "zzz".')).toBeVisible();
    expect(palette.getByRole('status')).toHaveTextContent(/^0 of/);
  });

  it('checks the found service now', async () => {
    const { user, field, palette, fake } = await openPalette();
    await user.type(field, 'edge');
    await user.click(palette.getByRole('option', { name: 'Check now Edge TLS' }));
    expect(await screen.findByText('Check triggered successfully')).toBeVisible();
    expect(fake.requestsOf('networkMonitors.check')).toHaveLength(1);
  });

  it('opens the form for a new URL of the found website', async () => {
    const { user, field, palette } = await openPalette();
    await user.type(field, 'docs');
    await user.click(palette.getByRole('option', { name: 'Add New URL to Docs' }));
    expect(await screen.findByRole('dialog', { name: 'Add New URL' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Docs', hidden: true })).toBeInTheDocument();
  });

  it('changes the theme, and updates the button in the top bar', async () => {
    const { user, palette } = await openPalette();
    await user.click(palette.getByRole('option', { name: 'Change the theme to light' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    expect(await screen.findByRole('button', { name: 'Theme: Light' })).toBeVisible();
  });

  it('signs out', async () => {
    const { user, palette } = await openPalette();
    await user.click(palette.getByRole('option', { name: 'Logout' }));
    expect(await screen.findByLabelText('Admin Password')).toBeVisible();
    expect(readToken()).toBeNull();
  });

  it('confirms before it leaves unsaved changes', async () => {
    const { user, address } = openPage('/settings', { given });
    await user.type(await screen.findByLabelText(/^Cooldown/), '0');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'backup{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/settings');
  });

  it('shows that websites and services failed to load, and still lists pages', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = openPage('/backup', { before: (fake) => fake.fail('dashboard.stats', 500) });
    await user.click(await screen.findByRole('button', { name: /^Search or jump to/ }));
    expect(await screen.findByText('Websites and services could not be loaded.')).toBeVisible();
    expect(screen.getByRole('option', { name: 'Backup' })).toBeVisible();
    logged.mockRestore();
  });
});

describe('a search', () => {
  const all = [
    { name: 'Shop checkout', hint: 'Retail' },
    { name: 'Checkout', hint: 'Shop' },
    { name: 'Mail', hint: 'Checkout' },
  ];
  const names = (search: string) => findNamed(all, search).map(({ name }) => name);

  it('ranks names that start with it, then names that contain it, then details', () => {
    expect(names('CHECK')).toEqual(['Checkout', 'Shop checkout', 'Mail']);
  });

  it('matches every word in any order, and everything if empty', () => {
    expect(names('checkout shop')).toEqual(['Shop checkout', 'Checkout']);
    expect(names('checkout zzz')).toEqual([]);
    expect(names('  ')).toHaveLength(3);
  });
});
