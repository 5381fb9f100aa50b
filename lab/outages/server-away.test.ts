import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  await product.api.websites.create({ body: { name: 'Checkout' } });
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

const noticedMs = 10_000;
const notReachable = 'Server not reachable.';

async function openPage(path: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((token) => localStorage.setItem('token', token), product.token);
  const page = await context.newPage();
  await page.goto(product.baseUrl + path);
  await page.getByText('Checkout').first().waitFor();
  return page;
}

/** Both kinds of page at once: what takes longest is the time until they notice. */
it('pages say within 10 s that a server hangs, keep what they show, and open what was chosen when it is back', async () => {
  const websites = await openPage('/websites');
  const status = await openPage('/status');
  const unattended = await openPage('/status');
  const pages = [websites, status, unattended];
  const navigation = websites.getByRole('navigation', { name: 'Main' });
  product.process.kill('SIGSTOP');
  try {
    await Promise.all(pages.map((page) => page.getByText(notReachable).waitFor({ timeout: noticedMs })));
    for (const page of pages) expect(await page.getByText('Checkout').first().isVisible()).toBe(true);

    // A link to another document waits, because it would end on an error of the browser.
    await status
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await status.getByText('The page that you chose opens then.').waitFor();
    expect(status.url()).toBe(`${product.baseUrl}/status`);

    // The code of a page cannot be loaded. Requests to a hanging server have no end, but the server may as well be gone.
    await websites.context().setOffline(true);
    await navigation.getByRole('link', { name: 'Backup' }).click();
    await websites.getByRole('heading', { name: 'Backup could not be loaded' }).waitFor();
    expect(await navigation.isVisible()).toBe(true);
    await websites.context().setOffline(false);
  } finally {
    product.process.kill('SIGCONT');
  }
  await status.getByRole('button', { name: 'Try Now' }).click();
  await status.waitForURL(/\/status\/\d+$/);
  await websites.getByRole('heading', { name: 'Backup & Restore' }).waitFor({ timeout: 60_000 });
  await unattended.getByText(notReachable).waitFor({ state: 'detached', timeout: 30_000 });
  await websites.getByText(notReachable).waitFor({ state: 'detached', timeout: 30_000 });
});
