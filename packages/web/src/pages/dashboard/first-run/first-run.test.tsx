import { screen, waitFor, within } from '@testing-library/react';
import type { UrlTestResult } from '@upvigil/core/contract/urls';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';
import { answerTrials, testResult } from '../../../testing/trials.ts';

const openPage = startPages();
const openFirstRun = async () => {
  const page = openPage('/');
  const field = await screen.findByRole('textbox', { name: 'Address of a page' });
  const addPasted = async (text: string) => {
    await page.user.fill(screen.getByRole('textbox', { name: 'Address of a page' }), text);
    await page.user.click(screen.getByRole('button', { name: 'Add Your First Website' }));
  };
  const addAnother = async (text: string) => {
    await page.user.fill(screen.getByRole('textbox', { name: 'Address of another page' }), text);
    await page.user.click(screen.getByRole('button', { name: 'Add' }));
  };
  return { ...page, field, addPasted, addAnother };
};
/** Sets the result of the server's check. */
const answer = (state: FakeState, found: Parameters<typeof addUrlCheck>[2]) => {
  const [url] = state.urls;
  if (!url) throw new Error('there is no URL');
  return Response.json(addUrlCheck(state, url, found));
};

const shop: Partial<UrlTestResult> = {
  success: true,
  message: 'HTTP 200, answered in 420 ms',
  status_code: 200,
  page: {
    title: 'Example Shop',
    certificate: null,
    redirects: { count: 1, from: 'shop.example.org', to: 'www.shop.example.org' },
  },
};

const urlsOf = ({ state }: FakeApi) => state.urls.map(({ url }) => url);

describe('the first run', () => {
  it('creates a website and a URL from an address, checks it and shows the result', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.intercept('urls.check', () => answer(fake.state, { status_code: 200, response_time: 0.42 }));
    await addPasted(' shop.example.org/cart ');
    const card = within(await screen.findByRole('region', { name: 'Example Shop' }));
    expect(card.getByText('UP')).toBeVisible();
    expect(card.getByRole('status')).toHaveTextContent(
      'https://shop.example.org/cart responded with 200. Name from the page title.',
    );
    expect(card.getByText('Total load time').nextElementSibling).toHaveTextContent('0.42s');
    const fact = (name: string) => card.getByText(name).parentElement;
    expect(fact('Certificate')).toHaveTextContent("valid for 61 daysLet's Encrypt R11");
    expect(fact('Redirects')).toHaveTextContent('noneresponded directly');
    expect(fact('Page title')).toHaveTextContent('found“Example Shop”');
    expect(fact('Checked')).toHaveTextContent('every minute');
    expect(card.getByRole('link', { name: 'change' })).toHaveAttribute('href', '/websites/1');
    expect(card.getByRole('heading', { name: 'Example Shop' })).toHaveFocus();
    expect(fake.requestsOf('websites.create').map(({ body }) => body)).toMatchObject([{ name: 'Example Shop' }]);
    expect(urlsOf(fake)).toEqual(['https://shop.example.org/cart']);
    expect(screen.queryByText(messages.empty.websites)).toBeNull();
  });

  it('shows no empty charts, before and after the first check', async () => {
    const { addPasted } = await openFirstRun();
    expect(screen.getByText('Nothing is checked yet')).toBeVisible();
    expect(screen.queryByText('Status Distribution')).toBeNull();
    await addPasted('shop.example.org');
    expect(await screen.findByText('UP')).toBeVisible();
    expect(screen.queryByText('Status Distribution')).toBeNull();
    expect(screen.getByText(/^Charts and figures appear here/)).toBeVisible();
  });

  it('shows a failed check, and the screenshot when it is available', async () => {
    const { fake, addPasted } = await openFirstRun();
    const screenshot_path = `/screenshots/${'a'.repeat(22)}.webp`;
    fake.answer('urls.test', testResult({ message: 'HTTP 503', status_code: 503, page: shop.page ?? null }));
    fake.intercept('urls.check', () => answer(fake.state, { status_code: 503, screenshot_path }));
    await addPasted('https://shop.example.org');
    // The title of an error page is no name.
    const card = within(await screen.findByRole('region', { name: 'shop.example.org' }));
    expect(card.getByText('DOWN')).toBeVisible();
    expect(card.getByText(/responded with 503/)).toBeVisible();
    expect(card.getByRole('img', { name: /^Screenshot of https:\/\/shop/ })).toHaveAttribute(
      'src',
      `/api${screenshot_path}`,
    );
  });

  it('renames the website', async () => {
    const { user, fake, addPasted } = await openFirstRun();
    await addPasted('shop.example.org');
    await user.click(await screen.findByRole('button', { name: 'Change name' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change name' }));
    await user.fill(dialog.getByLabelText('Name'), 'Our shop');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Our shop' })).toBeVisible();
    expect(fake.state.websites[0]?.name).toBe('Our shop');
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
    expect(await steps.findByText('1 of 3 done')).toBeVisible();
    expect(steps.getByRole('link', { name: 'Telegram' })).toHaveAttribute('href', '/settings?setup=telegram');
  });

  it('is hidden if there are websites', async () => {
    openPage('/', { given: (state) => void addWebsite(state, { name: 'Shop' }) });
    expect(await screen.findByRole('button', { name: 'Shop' })).toBeVisible();
    expect(screen.queryByText('Ready in three steps')).toBeNull();
  });
});

describe('a refused address', () => {
  it('is explained, and adds nothing', async () => {
    const { fake, field, addPasted } = await openFirstRun();
    await addPasted('ftp://shop.example.org');
    const refusal = 'URL must be a full address that starts with http:// or https://';
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(field).toHaveAccessibleDescription(refusal);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('ftp://shop.example.org');
    expect(fake.requestsOf('urls.test')).toHaveLength(0);
    expect(fake.state.websites).toEqual([]);
  });

  it('adds nothing if only the server refuses it', async () => {
    const { fake, field, addPasted } = await openFirstRun();
    fake.fail('urls.test', 422, { detail: 'URL is no address' });
    await addPasted('https://shop.invalid');
    expect(await screen.findByText(`${messages.website.saveFailed}: URL is no address`)).toBeVisible();
    expect(field).toHaveValue('https://shop.invalid');
    expect([fake.state.websites, fake.state.urls]).toEqual([[], []]);
    fake.recover('urls.test');
    await addPasted('https://shop.example');
    expect(await screen.findByText('UP')).toBeVisible();
  });

  it('leaves no website behind if the server refuses the URL later', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.fail('urls.create', 422, { detail: 'URL is link-local' });
    await addPasted('http://169.254.1.1');
    expect(await screen.findByText(`${messages.url.saveFailed}: URL is link-local`)).toBeVisible();
    expect(fake.state.websites).toEqual([]);
    fake.recover('urls.create');
    await addPasted('http://shop.example.org');
    expect(await screen.findByText('UP')).toBeVisible();
    expect([fake.state.websites.length, urlsOf(fake)]).toEqual([1, ['http://shop.example.org']]);
  });

  it('is added once after a failed check, and checked again', async () => {
    const { fake, addPasted } = await openFirstRun();
    fake.fail('urls.check', 503);
    await addPasted('shop.example.org');
    expect(await screen.findByText(new RegExp(`^${messages.url.triggerFailed}`))).toBeVisible();
    fake.recover('urls.check');
    await addPasted('shop.example.org');
    expect(await screen.findByText('UP')).toBeVisible();
    expect([fake.state.websites.length, fake.state.urls.length]).toEqual([1, 1]);
  });
});

describe('an address without a scheme', () => {
  const silent = testResult({ message: 'timed out after 5 s while connecting' });

  it('uses http if https does not work, says so, and tries https again', async () => {
    const { user, fake, addPasted } = await openFirstRun();
    answerTrials(fake, { https: silent, http: testResult(shop) });
    await addPasted('shop.example.org');
    const notice = within(await screen.findByRole('region', { name: 'https did not work, so http is used.' }));
    expect(
      notice.getByText(
        'You typed shop.example.org. https failed: timed out after 5 s while connecting. Traffic is not encrypted.',
      ),
    ).toBeVisible();
    expect(urlsOf(fake)).toEqual(['http://shop.example.org']);

    await user.click(notice.getByRole('button', { name: 'Try https again' }));
    expect(await notice.findByText(/^https failed again: timed out/)).toBeVisible();

    answerTrials(fake, { https: testResult(shop), http: testResult(shop) });
    await user.click(notice.getByRole('button', { name: 'Try https again' }));
    expect(await screen.findByText(/^https:\/\/shop\.example\.org responded/)).toBeVisible();
    expect(screen.queryByRole('region', { name: /^https did not work/ })).toBeNull();
    expect(urlsOf(fake)).toEqual(['https://shop.example.org']);
  });

  it('can be edited after http was used, and stays one URL', async () => {
    const { user, fake, addPasted } = await openFirstRun();
    answerTrials(fake, { https: silent, http: testResult(shop) });
    await addPasted('shop.example.org');
    await user.click(await screen.findByRole('button', { name: 'Edit address' }));
    expect(screen.getByRole('textbox', { name: 'Address of a page' })).toHaveValue('shop.example.org');
    await addPasted('https://shop.example.org:8443');
    expect(await screen.findByText(/^https:\/\/shop\.example\.org:8443 responded/)).toBeVisible();
    expect([fake.state.websites.length, urlsOf(fake)]).toEqual([1, ['https://shop.example.org:8443']]);
  });

  it.each([
    ['Use https', 'https://shop.example.org'],
    ['Use http', 'http://shop.example.org'],
  ])('adds nothing before the choice if the certificate is faulty: %s', async (button, url) => {
    const { user, fake, addPasted } = await openFirstRun();
    answerTrials(fake, {
      https: testResult({ message: 'self-signed certificate', tls_failed: true }),
      http: testResult(shop),
    });
    await addPasted('shop.example.org');
    const notice = await screen.findByRole('region', { name: 'https did not work.' });
    expect(notice).toHaveFocus();
    expect(notice).toHaveTextContent('https failed: self-signed certificate.');
    expect(fake.state.websites).toEqual([]);
    await user.click(within(notice).getByRole('button', { name: button }));
    expect(await screen.findByText('UP')).toBeVisible();
    expect(urlsOf(fake)).toEqual([url]);
  });

  it('adds nothing twice on a double click', async () => {
    const { user, fake, field } = await openFirstRun();
    await user.fill(field, 'shop.example.org');
    await user.dblClick(screen.getByRole('button', { name: 'Add Your First Website' }));
    expect(await screen.findByText('UP')).toBeVisible();
    expect([fake.requestsOf('urls.test').length, fake.state.websites.length]).toEqual([1, 1]);
  });
});

describe('another address', () => {
  it('gets its own website, and the focus returns to the field', async () => {
    const { fake, addPasted, addAnother } = await openFirstRun();
    await addPasted('shop.example.org');
    await screen.findByText('UP');
    await addAnother('docs.example.org');
    expect(await screen.findByText(/^https:\/\/docs\.example\.org responded/)).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Address of another page' });
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    expect([fake.state.websites.length, fake.state.urls.length]).toEqual([2, 2]);
  });

  it('of the same host joins its website', async () => {
    const { fake, addPasted, addAnother } = await openFirstRun();
    await addPasted('shop.example.org');
    await screen.findByText('UP');
    await addAnother('shop.example.org/cart');
    expect(await screen.findByText(/^https:\/\/shop\.example\.org\/cart responded/)).toBeVisible();
    expect(fake.state.websites).toHaveLength(1);
    expect(urlsOf(fake)).toEqual(['https://shop.example.org', 'https://shop.example.org/cart']);
  });

  it('that is refused keeps the first result', async () => {
    const { fake, addPasted, addAnother } = await openFirstRun();
    await addPasted('shop.example.org');
    await screen.findByText('UP');
    await addAnother('ftp://docs.example.org');
    expect(await screen.findByText(/^URL must be a full address/)).toBeVisible();
    expect(screen.getByText(/^https:\/\/shop\.example\.org responded/)).toBeVisible();
    expect(fake.state.urls).toHaveLength(1);
  });
});
