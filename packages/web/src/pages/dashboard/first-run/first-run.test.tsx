import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openFirstRun = async () => {
  const page = openPage('/');
  const field = await screen.findByRole('textbox', { name: 'Address of a page' });
  const addPasted = async (text: string) => {
    await page.user.clear(field);
    await page.user.click(field);
    await page.user.paste(text);
    await page.user.click(screen.getByRole('button', { name: 'Add Your First Website' }));
  };
  return { ...page, field, addPasted };
};
/** Sets the result of the server's check. */
const answer = (state: FakeState, found: Parameters<typeof addUrlCheck>[2]) => {
  const [url] = state.urls;
  if (!url) throw new Error('there is no URL');
  return Response.json(addUrlCheck(state, url, found));
};

describe('the first run', () => {
  it('creates a website and a URL from an address, checks it and shows the result', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.intercept('urls.check', () => answer(fake.state, { status_code: 200, response_time: 0.42 }));
    await addPasted(' shop.example.org/cart ');
    expect(await screen.findByText('UP')).toBeVisible();
    expect(screen.getByText(/https:\/\/shop\.example\.org\/cart responded with 200/)).toBeVisible();
    expect(screen.getByText('Load time').nextElementSibling).toHaveTextContent('0.42s');
    expect(screen.getByRole('heading', { name: 'Your first website is monitored' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Open shop.example.org' })).toHaveAttribute('href', '/websites/1');
    expect(fake.requestsOf('websites.create').map(({ body }) => body)).toMatchObject([{ name: 'shop.example.org' }]);
    expect(fake.requestsOf('urls.create').map(({ body }) => body)).toMatchObject([
      { url: 'https://shop.example.org/cart' },
    ]);
    expect(await screen.findByRole('article', { name: 'shop.example.org' })).toBeVisible();
    expect(screen.queryByText(messages.empty.websites)).toBeNull();
  });

  it('shows a failed check, and the screenshot when it is available', async () => {
    const { fake, addPasted } = await openFirstRun();
    const screenshot_path = `/screenshots/${'a'.repeat(22)}.webp`;
    fake.intercept('urls.check', () => answer(fake.state, { status_code: 503, screenshot_path }));
    await addPasted('https://shop.example.org');
    const panel = within(await screen.findByRole('region', { name: 'Your first website is monitored' }));
    expect(panel.getByText('DOWN')).toBeVisible();
    expect(panel.getByText(/responded with 503/)).toBeVisible();
    expect(panel.getByRole('img', { name: /^Screenshot of https:\/\/shop/ })).toHaveAttribute(
      'src',
      `/api${screenshot_path}`,
    );
  });

  it('shows why an address is invalid, and adds nothing', async () => {
    const { fake, field, addPasted } = await openFirstRun();
    await addPasted('ftp://shop.example.org');
    const refusal = 'URL must be a full address that starts with http:// or https://';
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(field).toHaveAccessibleDescription(refusal);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('ftp://shop.example.org');
    expect(fake.requestsOf('websites.create')).toHaveLength(0);
  });

  it('adds nothing if only the server refuses the address', async () => {
    const { fake, field, addPasted } = await openFirstRun();
    fake.fail('urls.test', 422, { detail: 'URL is no address' });
    await addPasted('https://shop.invalid');
    expect(await screen.findByText(`${messages.website.saveFailed}: URL is no address`)).toBeVisible();
    expect(field).toHaveValue('https://shop.invalid');
    expect([fake.state.websites, fake.state.urls]).toEqual([[], []]);
    fake.recover('urls.test');
    await addPasted('https://shop.example');
    expect(await screen.findByRole('link', { name: 'Open shop.example' })).toBeVisible();
  });

  it('adds no second website after the URL of the first one was refused', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.fail('urls.create', 422, { detail: 'URL is link-local' });
    await addPasted('http://169.254.1.1');
    const refusal = await screen.findByText(/^The website 169\.254\.1\.1 was added, but its URL was not/);
    expect(refusal).toHaveTextContent('URL is link-local');
    fake.recover('urls.create');
    await addPasted('http://shop.example.org');
    expect(await screen.findByRole('link', { name: 'Open shop.example.org' })).toBeVisible();
    expect(fake.requestsOf('websites.create')).toHaveLength(1);
    expect(fake.state.websites.map(({ name }) => name)).toEqual(['shop.example.org']);
    expect(fake.state.urls.map(({ url }) => url)).toEqual(['http://shop.example.org']);
  });

  it('adds nothing twice after a failed check, and checks again', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.fail('urls.check', 503);
    await addPasted('shop.example.org');
    expect(await screen.findByText(new RegExp(`^${messages.url.triggerFailed}`))).toBeVisible();
    fake.recover('urls.check');
    await addPasted('shop.example.org');
    expect(await screen.findByText('UP')).toBeVisible();
    expect([fake.state.websites.length, fake.state.urls.length]).toEqual([1, 1]);
  });

  it('opens the form of a website without an address, on Enter too', async () => {
    const { user, field, address } = await openFirstRun();
    await user.type(field, '  {Enter}');
    expect(await screen.findByRole('dialog', { name: 'Add New Website' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/websites'));
  });

  it('lists the next steps, and links to them', async () => {
    const { fake, addPasted } = await openFirstRun();
    const steps = within(screen.getByRole('region', { name: 'Ready in three steps' }));
    expect(steps.getByText('1 of 3')).toBeVisible();
    expect(steps.getByRole('link', { name: 'Set up alerts' })).toHaveAttribute('href', '/settings?setup');
    expect(steps.getByRole('link', { name: /^See it/ })).toHaveAttribute('href', '/status');
    expect(screen.getByRole('link', { name: 'Restore a backup' })).toHaveAttribute('href', '/backup');
    fake.intercept('urls.check', () => answer(fake.state, {}));
    await addPasted('shop.example.org');
    expect(await steps.findByText('2 of 3')).toBeVisible();
  });

  it('is hidden if there are websites', async () => {
    openPage('/', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    expect(await screen.findByRole('button', { name: 'Shop' })).toBeVisible();
    expect(screen.queryByText('Ready in three steps')).toBeNull();
  });
});
