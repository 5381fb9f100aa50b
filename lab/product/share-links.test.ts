import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditPage } from '../support/audit/page-audit.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

it('32.5: the page behind a link has no fault in either theme, fits on 320 px, and sends its address to no server', async () => {
  const { id } = await product.api.websites.create({ body: { name: 'Checkout', description: 'Cart and payment' } });
  await product.api.urls.create({ params: { websiteId: id }, body: { url: `${product.baseUrl}/healthz` } });
  await expect
    .poll(async () => (await fetch(`${product.baseUrl}/api/public/status/${id}`)).status, { timeout: 40_000 })
    .toBe(200);
  const { url } = await product.api.shareLinks.create({ body: { website_id: id, name: 'Agency' } });
  const page = await browser.newPage();
  await page.route('**/axe.min.js', (route) => route.fulfill({ path: axe, contentType: 'text/javascript' }));
  const referers: (string | undefined)[] = [];
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
    referers.push(request.headers().referer);
  });
  await page.goto(url ?? '');
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  expect(asked.filter((address) => address.includes('/api/public/shares/'))).toEqual([]);
  expect(await auditPage(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await page.getByLabel('Time shown').selectOption('365');
  await page.waitForResponse((response) => response.url().includes('days=365'));
  await page.getByRole('link', { name: /Upvigil/ }).click();
  await page.waitForURL('**/status');
  expect(referers.filter((referer) => referer?.includes('/share/'))).toEqual([]);
});

it('the page of a link that does not work has no fault either', async () => {
  const page = await browser.newPage();
  await page.route('**/axe.min.js', (route) => route.fulfill({ path: axe, contentType: 'text/javascript' }));
  const answer = await page.goto(`${product.baseUrl}/share/1.1800000000.forged`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  expect(await auditPage(page)).toEqual([]);
});
