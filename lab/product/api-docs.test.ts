import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

const dist = path.resolve(import.meta.dirname, '../../packages/web/dist');

describe('the API reference at /api/docs', () => {
  let browser: Browser;
  let product: Product;
  let context: BrowserContext;
  beforeAll(async () => {
    [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
  });
  afterAll(async () => {
    await browser.close();
    await product.remove();
  });

  /** Opens an endpoint, with all that the page says in the console and every address that it requests. */
  async function openReference(script = ''): Promise<{ page: Page; said: string[]; requested: string[] }> {
    context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    await page.addInitScript(script);
    const said: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${product.baseUrl}/api/docs`);
    await page.locator('#operations-tag-websites').click();
    await page.locator('#operations-websites-websites_create .opblock-summary-control').click();
    await page.locator('#operations-websites-websites_create').getByText('Request body').waitFor();
    return { page, said, requested };
  }

  it('shows an endpoint, reports nothing in the console and requests nothing from another origin', async () => {
    const { page, said, requested } = await openReference();
    const shown = await page.locator('#operations-websites-websites_create').innerText();
    expect(shown).toMatch(/POST\s+\/api\/websites/);
    const others = requested.filter((url) => !url.startsWith(`${product.baseUrl}/`) && !url.startsWith('data:'));
    expect({ said, others }).toEqual({ said: [], others: [] });
    await context.close();
  });

  it('allows scripts of its own origin only, and follows the dark theme', async () => {
    const { page } = await openReference();
    const policy = (await fetch(`${product.baseUrl}/api/docs`)).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(await page.locator('html').getAttribute('class')).toBe('dark-mode');
    await context.close();
  });

  it('tries an endpoint with the session of the browser', async () => {
    const { page, said } = await openReference(`localStorage.setItem('token', ${JSON.stringify(product.token)})`);
    const operation = page.locator('#operations-websites-websites_create');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('textarea').first().fill('{"name": "From the reference"}');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('201').first().waitFor();
    expect((await product.api.websites.list()).map(({ name }) => name)).toContain('From the reference');
    expect(said).toEqual([]);
    await context.close();
  });

  it('has a viewer that no other page loads', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html)$/.test(file),
    );
    const withViewer = files.filter((file) => readFileSync(path.join(dist, file), 'utf8').includes('swagger-ui'));
    expect(withViewer.filter((file) => !file.startsWith('api-docs'))).toEqual([]);
    expect(withViewer.length).toBeGreaterThan(1);
    const mentions = files.filter((file) => readFileSync(path.join(dist, file), 'utf8').includes('/api-docs/'));
    expect(mentions.filter((file) => !file.startsWith('api-docs'))).toEqual([]);
  });
});
