import { screen, waitFor } from '@testing-library/react';
import { messages } from '@upvigil/core/messages';
import { describe, expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';

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

  it('says the same for a wrong password and for a server that fails, and keeps the field ready', async () => {
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

  it('is busy while it asks', async () => {
    const { user, fake, address } = openLogin();
    const release = fake.hold('auth.login');
    await user.type(await screen.findByLabelText('Admin Password'), 'correct horse{Enter}');
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
    release();
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('needs a password', async () => {
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

  it('sends a signed-in person on to the dashboard', async () => {
    const { address } = openPage('/login');
    await waitFor(() => expect(address()).toBe('/'));
  });
});
