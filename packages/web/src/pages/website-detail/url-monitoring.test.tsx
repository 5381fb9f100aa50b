import { screen, waitFor, within } from '@testing-library/react';
import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { messages } from '@upvigil/core/texts/messages';
import { describe, expect, it, vi } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const openUrls = (given: (state: FakeState, websiteId: number) => void = () => undefined) =>
  openPage('/websites/1', { given: (state) => given(state, addWebsite(state, { name: 'Checkout' }).id) });

const shop = 'https://shop.example.org/';
const cart = 'https://shop.example.org/cart';
const screenshot_path = '/screenshots/abcdefghijklmnopqrstuvwx.webp';

function twoUrls(state: FakeState, websiteId: number) {
  const good = addUrl(state, websiteId, { url: shop, metadata_tag: 'og:title', metadata_value: 'Shop' });
  addUrlCheck(state, good, { response_time: 6.5, screenshot_path });
  const bad = addUrl(state, websiteId, { url: cart, enabled: true });
  addUrlCheck(state, bad, { status_code: 503, response_time: null, error_message: 'HTTP 503' });
}
const cardOf = async (url: string) => {
  const card = (await screen.findByRole('heading', { level: 2, name: url })).closest('li');
  if (!card) throw new Error(`no card ${url}`);
  return within(card);
};

describe('URL monitoring', () => {
  it('names the website and shows each URL with its badges, issues first', async () => {
    openUrls(twoUrls);
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    const good = await cardOf(shop);
    for (const badge of ['UP', 'SLOW', 'Metadata found', 'Active']) expect(good.getByText(badge)).toBeVisible();
    const bad = await cardOf(cart);
    expect(bad.getByText('DOWN')).toBeVisible();
    expect(bad.queryByText(/Metadata/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([cart, shop]);
    expect(screen.getByRole('link', { name: 'Websites', current: false })).toHaveAttribute('href', '/websites');
  });

  it('shows why a URL cannot be checked, until it is checked again', async () => {
    const fault = { reason: 'no-route', message: 'this host has no route to the address' };
    openUrls((state, websiteId) => {
      addUrl(state, websiteId, { url: shop, last_fault: { ...fault, at: minutesAgo(1) } });
      addUrlCheck(state, addUrl(state, websiteId, { url: cart, last_fault: { ...fault, at: minutesAgo(9) } }));
    });
    const sentence = 'cannot be checked: this host has no route to the address';
    expect((await cardOf(shop)).getByText(sentence)).toBeVisible();
    expect((await cardOf(cart)).queryByText(sentence)).not.toBeInTheDocument();
  });

  it('copies the metadata element', async () => {
    const { user } = openUrls(twoUrls);
    await user.click((await cardOf(shop)).getByRole('button', { name: 'Copy meta tag og:title' }));
    expect(await screen.findByText(messages.url.metaTagCopied)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('<meta name="og:title" content="Shop">');
  });

  it('shows an address without its user and password, and masks the password in the form that edits it', async () => {
    const secret = 'https://ops:s3cret@shop.example.org/';
    const { user } = openUrls((state, websiteId) => {
      addUrlCheck(state, addUrl(state, websiteId, { url: secret }), { screenshot_path });
    });
    const card = await cardOf(shop);
    await user.click(card.getByRole('button', { name: `History of ${shop}` }));
    expect(await card.findByRole('table', { name: `Checks of ${shop}` })).toBeVisible();
    await user.click(card.getByRole('button', { name: `Delete ${shop}` }));
    expect(await screen.findByText(`${shop} will be deleted`, { exact: false })).toBeVisible();
    expect(document.body.innerHTML).not.toContain('s3cret');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(card.getByRole('button', { name: `Edit ${shop}` }));
    expect(await screen.findByLabelText('URL')).toHaveValue('https://ops:********@shop.example.org/');
  });

  it('searches and filters by status', async () => {
    const { user } = openUrls(twoUrls);
    await cardOf(shop);
    await user.selectOptions(screen.getByLabelText('Status'), 'down');
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([cart]);
    expect(screen.getByText('1 of 2')).toBeVisible();
    await user.fill(screen.getByRole('searchbox'), 'nothing');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2));
  });

  it('enlarges the screenshot', async () => {
    const { user } = openUrls(twoUrls);
    await user.click((await cardOf(shop)).getByRole('button', { name: `Open screenshot of ${shop}` }));
    const dialog = await screen.findByRole('dialog', { name: `Screenshot of ${shop}` });
    expect(within(dialog).getByRole('img')).toHaveAttribute('src', `/api${screenshot_path}`);
  });

  it('explains the empty list and adds the first URL with the defaults', async () => {
    const { user, fake } = openUrls();
    expect(await screen.findByText(messages.empty.urls)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add First URL' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New URL' });
    expect(within(dialog).getByLabelText('Check interval')).toHaveValue(60);
    expect(within(dialog).getByText('s = 1 minute')).toBeVisible();
    await user.fill(within(dialog).getByLabelText('URL'), shop);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 2, name: shop })).toBeVisible();
    expect(fake.requestsOf('urls.create')[0]?.body).toEqual({
      url: shop,
      label: null,
      metadata_tag: null,
      metadata_value: null,
      timeout: 30,
      response_time_threshold: 5,
      check_interval: 60,
      enabled: true,
      check_mode: 'http',
      failure_threshold: 2,
      severity: null,
      parent_id: null,
      tags: [],
      recovery_threshold: 1,
      clone: null,
      ...defaultUrlOptions,
    });
  });

  it('names a URL by its label, in its row, its search and its actions', async () => {
    const { user, fake } = openUrls(twoUrls);
    await user.click((await cardOf(cart)).getByRole('button', { name: `Edit ${cart}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit URL' }));
    await user.fill(dialog.getByLabelText('Label (optional)'), ' <b>Basket</b> \u{1f6d2} ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const title = `<b>Basket</b> \u{1f6d2} (${cart})`;
    expect((await cardOf(title)).getByText('<b>Basket</b> \u{1f6d2}')).toBeVisible();
    expect(fake.state.urls.map(({ label }) => label)).toContain('<b>Basket</b> \u{1f6d2}');
    await user.fill(screen.getByRole('searchbox'), 'basket');
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1));
    await user.click((await cardOf(title)).getByRole('button', { name: `Delete ${title}` }));
    expect(await screen.findByText(`${title} will be deleted`, { exact: false })).toBeVisible();
  });

  it('shows the number of input errors, and each at its field', async () => {
    const { user, fake } = openUrls();
    await user.click(await screen.findByRole('button', { name: 'Add First URL' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.fill(dialog.getByLabelText('URL'), 'ftp://shop.example.org');
    await user.tab();
    expect(await dialog.findByText('URL must be a full address that starts with http:// or https://')).toBeVisible();
    await user.fill(dialog.getByLabelText('Timeout'), '121');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Timeout must be between 1 and 120 seconds')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent('2 fields have errors');
    expect(dialog.getByLabelText('URL')).toHaveFocus();
    expect(fake.requestsOf('urls.create')).toHaveLength(0);
  });

  it('keeps the input after a failed save, and marks the refused field', async () => {
    const { user, fake } = openUrls(twoUrls);
    await user.click((await cardOf(cart)).getByRole('button', { name: `Edit ${cart}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit URL' }));
    await user.type(dialog.getByLabelText('URL'), '2');
    fake.fail('urls.update', 422, { detail: 'Refused', errors: [{ field: 'url', message: 'URL is link-local' }] });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const message = within(await screen.findByRole('alertdialog', { name: messages.url.saveFailed }));
    await user.click(message.getByRole('button', { name: 'OK' }));
    expect(await dialog.findByText('URL is link-local')).toBeVisible();
    expect(dialog.getByLabelText('URL')).toHaveValue(`${cart}2`);
    // The form sends unchanged values of fields that were not edited.
    const sent = Object(fake.requestsOf('urls.update')[0]?.body);
    expect([sent.url, sent.request, sent.assertions, sent.ip_family]).toEqual([`${cart}2`, ...Array(3)]);
  });

  it('checks now, and shows the result', async () => {
    const { user, fake } = openUrls(twoUrls);
    const checkNow = (await cardOf(cart)).getByRole('button', { name: `Check now ${cart}` });
    for (const url of fake.state.urls) addUrlCheck(fake.state, url);
    await user.click(checkNow);
    expect(await screen.findByText(messages.url.triggered)).toBeVisible();
    expect(await (await cardOf(cart)).findByText('UP')).toBeVisible();
  });

  it('deletes after a confirmation', async () => {
    const { user } = openUrls(twoUrls);
    await user.click((await cardOf(cart)).getByRole('button', { name: `Delete ${cart}` }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete URL' }));
    await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: cart })).not.toBeInTheDocument());
  });

  it('opens the history of a URL', async () => {
    const { user } = openUrls((state, websiteId) => {
      const url = addUrl(state, websiteId, { url: shop });
      addUrlCheck(state, url, { status_code: 404, checked_at: minutesAgo(5), error_message: 'HTTP 404' });
      addUrlCheck(state, url, { status_code: null, response_time: null, error_message: 'connection refused' });
      addUrl(state, websiteId, { url: cart });
    });
    const history = (await cardOf(shop)).getByRole('button', { name: `History of ${shop}` });
    await user.click(history);
    expect(history).toHaveAttribute('aria-expanded', 'true');
    const panel = within(await screen.findByRole('region', { name: `History of ${shop}` }));
    expect(panel.getByText('Check History (Last 24 Hours)')).toBeVisible();
    const rows = await panel.findAllByRole('row');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toHaveTextContent(/ERROR.*N\/A.*connection refused/);
    expect(rows[2]).toHaveTextContent(/404.*0.42s.*HTTP 404/);
    await user.click((await cardOf(cart)).getByRole('button', { name: `History of ${cart}` }));
    expect(await screen.findByText(messages.empty.checks)).toBeVisible();
  });

  it('lists the outages of a URL below its figures', async () => {
    const { user } = openUrls((state, websiteId) => {
      const url = addUrl(state, websiteId, { url: shop });
      addUrlCheck(state, url, { status_code: 503, error_message: 'HTTP 503' });
      const website = { id: websiteId, name: 'Checkout' };
      const say = (alert_type: 'DOWN' | 'RECOVERED', words: string, minutes: number) =>
        addAlert(state, website, {
          alert_type,
          message: `Checkout: ${shop} ${words}`,
          created_at: minutesAgo(minutes),
          url_id: url.id,
        });
      say('DOWN', 'is down: HTTP 502', 90);
      say('RECOVERED', 'is up again after 5 minutes', 85);
      say('DOWN', 'is down: HTTP 503', 42);
    });
    await user.click((await cardOf(shop)).getByRole('button', { name: `History of ${shop}` }));
    const panel = within(await screen.findByRole('region', { name: `History of ${shop}` }));
    expect((await panel.findByText('Outages', { selector: 'dt' })).nextElementSibling).toHaveTextContent('2');
    // Not by their role: to look for it beside a chart takes seconds.
    const periods = document.querySelectorAll('[aria-label="Outages and slow periods"] li');
    const outages = [...periods].map(({ textContent }) => textContent);
    expect(outages[0]).toMatch(/^DOWNsince \d\d:\d\d42 minHTTP 503Notified: /);
    expect(outages[1]).toMatch(/^DOWN\d\d:\d\d to \d\d:\d\d5 minHTTP 502Notified: /);
  });

  it('shows the history of a range or of a day, and keeps it in the address', async () => {
    const { user, fake, address } = openUrls((state, websiteId) => {
      const created_at = minutesAgo(3 * 24 * 60);
      addUrlCheck(state, addUrl(state, websiteId, { url: shop, created_at }), { response_time: 7 });
    });
    await user.click((await cardOf(shop)).getByRole('button', { name: `History of ${shop}` }));
    expect(await screen.findByText('Check History (Last 24 Hours)')).toBeVisible();
    expect(await screen.findByText(/^refreshes every 30 s/)).toBeVisible();
    // Not by their roles: looking for one beside a chart takes seconds.
    await user.click(screen.getByLabelText('30 days'));
    expect(await screen.findByText('Check History (Last 30 Days)')).toBeVisible();
    expect(address()).toContain('range=30d');
    await waitFor(() => expect(fake.requestsOf('checks.summaryByUrl').at(-1)?.query).toMatchObject({ range: '30d' }));
    expect(fake.requestsOf('checks.listByUrl').at(-1)?.query).toMatchObject({ range: '30d', limit: 500 });
    await user.click(screen.getByText('Day'));
    expect(await screen.findByText('Check History (Yesterday)')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^refreshes every/)).toBeNull());
    await user.click(screen.getByLabelText('Day after'));
    expect(await screen.findByText('Check History (Today)')).toBeVisible();
    expect(address()).toMatch(/day=\d{4}-\d\d-\d\d/);
    expect(screen.getByLabelText('Day after')).toBeDisabled();
  });

  it('compares websites in place of the history, with their difference', async () => {
    const { user, address } = openUrls((state, websiteId) => {
      addUrlCheck(state, addUrl(state, websiteId, { url: shop }), { response_time: 0.5 });
      addUrlCheck(state, addUrl(state, addWebsite(state, { name: 'Portal' }).id), { response_time: 0.2 });
    });
    await user.click((await cardOf(shop)).getByRole('button', { name: `History of ${shop}` }));
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    await user.click(await screen.findByRole('button', { name: 'Add a second' }));
    expect(await screen.findByRole('table', { name: 'Compared websites' })).toHaveTextContent(/Difference.*0\.30s/);
    expect(address()).toMatch(/compare=1%2C\d/);
    await user.click(screen.getByRole('button', { name: 'End comparison' }));
    expect(await screen.findByRole('button', { name: 'CSV' })).toBeVisible();
    expect(address()).not.toContain('compare');
  });

  it('says SLOW in place of UP, in the row and in the table of checks', async () => {
    const { user } = openUrls((state, websiteId) => {
      addUrlCheck(state, addUrl(state, websiteId, { url: shop, response_time_threshold: 5 }), { response_time: 7 });
    });
    const card = await cardOf(shop);
    expect(card.getByText('SLOW')).toBeVisible();
    expect(card.getByText('UP')).toBeVisible();
    await user.click(card.getByRole('button', { name: `History of ${shop}` }));
    expect(await screen.findByText('200, SLOW')).toBeVisible();
  });

  it('opens the URL in the address, even beyond the first hundred, and scrolls to it', async () => {
    const scrolled: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.textContent);
    });
    openPage('/websites/1?open=102', {
      given: (state) => {
        const { id } = addWebsite(state);
        for (let at = 1; at <= 101; at += 1) addUrl(state, id, { url: `https://shop.example.org/${1000 + at}` });
      },
    });
    // A query by role or label among 101 rows takes seconds.
    const opened = () => document.querySelector('button[aria-expanded=true]')?.getAttribute('aria-label');
    await waitFor(() => expect(opened()).toBe('History of https://shop.example.org/1101'));
    await waitFor(() => expect(scrolled).toEqual([expect.stringContaining('/1101')]));
    vi.restoreAllMocks();
  });

  it('shows that the website does not exist', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    openPage('/websites/7');
    expect(await screen.findByText('There is no website 7')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Website not found' })).toBeVisible();
    logged.mockRestore();
  });
});
