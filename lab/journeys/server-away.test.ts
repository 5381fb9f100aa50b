import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

let browser: Browser;
let product: Product;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  product = await startProduct();
  await product.api.websites.create({ body: { name: 'Checkout' } });
});
afterEach(() => product.remove());

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

it.each(['/websites', '/status'])('%s says within 10 s that a server hangs, and recovers by itself', async (path) => {
  const page = await openPage(path);
  product.process.kill('SIGSTOP');
  try {
    await page.getByText(notReachable).waitFor({ timeout: noticedMs });
    expect(await page.getByText('Checkout').first().isVisible()).toBe(true);
  } finally {
    product.process.kill('SIGCONT');
  }
  await page.getByText(notReachable).waitFor({ state: 'detached', timeout: 30_000 });
  await page.context().close();
});

it('a page whose code cannot be loaded says so in the shell, and opens when the server is back', async () => {
  const page = await openPage('/websites');
  product.process.kill('SIGSTOP');
  try {
    await page.getByText(notReachable).waitFor({ timeout: noticedMs });
    // The requests of a hanging server have no end, but the server may as well be gone.
    await page.context().setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Backup' }).click();
    await page.getByRole('heading', { name: 'Backup could not be loaded' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
    await page.context().setOffline(false);
  } finally {
    product.process.kill('SIGCONT');
  }
  await page.getByRole('heading', { name: 'Backup & Restore' }).waitFor({ timeout: 60_000 });
  await page.context().close();
});

it('a link to another document is followed when the server is back, and never ends on an error of the browser', async () => {
  const page = await openPage('/status');
  product.process.kill('SIGSTOP');
  try {
    await page.getByText(notReachable).waitFor({ timeout: noticedMs });
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    await page.getByText('The page that you chose opens then.').waitFor();
    expect(page.url()).toBe(`${product.baseUrl}/status`);
  } finally {
    product.process.kill('SIGCONT');
  }
  await page.getByRole('button', { name: 'Try Now' }).click();
  await page.waitForURL(/\/status\/\d+$/);
  await page.context().close();
});
