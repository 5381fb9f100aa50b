import { screen, waitFor, within } from '@testing-library/react';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import { messages } from '@upvigil/core/texts/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCatalogue } from '../../language/catalogue.ts';
import { setEnglishCatalogue } from '../../language/testing/english-catalogue.ts';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';
import { shopAndDocs } from '../../testing/shop-and-docs.ts';
// Preloaded, so that no test waits for it, or passes because it was late.
import './public-side.tsx';

const openPage = startPages();
const openLogin = (options = {}) => openPage('/login', { isSignedIn: false, ...options });

describe('login', () => {
  it('stores the token and goes to the dashboard', async () => {
    const { user, address } = openLogin();
    expect(await screen.findByRole('heading', { level: 1, name: 'Upvigil Admin Login' })).toBeVisible();
    expect(screen.getByText('Enter your admin password to access the dashboard')).toBeVisible();
    const field = screen.getByLabelText('Admin Password');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('placeholder', 'Enter password');
    await user.type(field, 'correct horse{Enter}');
    await waitFor(() => expect(address()).toBe('/'));
    expect(readToken()).toBe('fake-token');
  });

  it('shows the same message for a wrong password and a server error, and focuses the field', async () => {
    const { user, fake } = openLogin();
    const field = await screen.findByLabelText('Admin Password');
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText(messages.login.failed)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(messages.login.failed);
    expect(field).toHaveValue('wrong');
    expect(field).toHaveFocus();
    fake.fail('auth.login', 500);
    await user.type(field, '{Enter}');
    expect(await screen.findByText(messages.login.failed)).toBeVisible();
    expect(readToken()).toBeNull();
  });

  it('is busy during its request', async () => {
    const { user, fake, address } = openLogin();
    const release = fake.hold('auth.login');
    await user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
    release();
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('requires a password', async () => {
    const { user, fake } = openLogin();
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(fake.requestsOf('auth.login')).toHaveLength(0);
    expect(screen.getByLabelText('Admin Password')).toBeRequired();
  });

  it('shows the password on request', async () => {
    const { user } = openLogin();
    await user.click(await screen.findByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Admin Password')).toHaveAttribute('type', 'text');
  });

  it('redirects a signed-in user to the dashboard', async () => {
    const { address } = openPage('/login');
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('beside the form', () => {
  const side = () => screen.findByRole('complementary', { name: 'Public status' });
  // The catalogue of the public pages is not loaded yet, as after start.
  beforeEach(() => setCatalogue({}));
  afterEach(() => {
    setEnglishCatalogue();
    vi.unstubAllGlobals();
  });

  it('shows thirty days of the first websites, problems first, loaded without a token', async () => {
    const { fake } = openLogin({ given: shopAndDocs });
    const shown = within(await side());
    expect(await shown.findByText('1 of 2 websites has an issue: Shop')).toBeVisible();
    const names = shown.getAllByRole('img').map((strip) => strip.getAttribute('aria-label'));
    expect(names).toEqual([
      expect.stringMatching(/^Last 30 days of Shop, 9/),
      expect.stringMatching(/^Last 30 days of Docs/),
    ]);
    expect(fake.requestsOf('publicStatus.overview')[0]?.token).toBeNull();
    expect(screen.getByLabelText('Admin Password')).toHaveFocus();
    expect(screen.getByRole('main')).not.toHaveClass('md:[translate:50%]');
    expect(localStorage.getItem('login-side')).toBe('');
  });

  it.each([
    ['there are no websites', {}],
    ['they cannot be read', { given: shopAndDocs, before: (api: FakeApi) => api.fail('publicStatus.overview', 503) }],
  ])('stands nothing when %s', async (_why, options) => {
    localStorage.setItem('login-side', '');
    openLogin(options);
    await waitFor(() => expect(localStorage.getItem('login-side')).toBeNull());
    await waitFor(() => expect(screen.getByRole('main')).toHaveClass('md:[translate:50%]'));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByLabelText('Admin Password')).toBeVisible();
  });

  it('requests nothing on a narrow screen', async () => {
    vi.stubGlobal('innerWidth', 390);
    const { fake, user } = openLogin({ given: shopAndDocs });
    await user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
    await waitFor(() => expect(readToken()).toBe('fake-token'));
    expect(fake.requestsOf('publicStatus.overview')).toHaveLength(0);
  });
});
