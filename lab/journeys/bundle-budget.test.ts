import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert } from '@upvigil/core/testing/fake-watched';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { exampleInstallation } from '../support/example-installation.ts';
import { startProduct } from '../support/product.ts';
import { scriptsBefore } from '../support/script-weight.ts';

const dist = new URL('../../packages/web/dist/', import.meta.url);

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
}

/** KB of gzipped script that a browser asks for, by `import()` too, until the page shows what it was opened for. */
const budgets = [
  { address: '/login', shows: 'Admin Login', maxKb: 150, isSignedIn: false },
  { address: '/status', shows: 'Checkout', maxKb: 150, isSignedIn: false },
  { address: '/status/1', shows: 'Checkout', maxKb: 150, isSignedIn: false },
  { address: '/', shows: 'Network 0.', maxKb: 220 },
  { address: '/websites', shows: 'Checkout', maxKb: 220 },
  { address: '/websites/1', shows: 'https://', maxKb: 220 },
  { address: '/alerts', shows: 'Something to read', maxKb: 220 },
  { address: '/settings', shows: 'Email recipients', maxKb: 220 },
  { address: '/backup', shows: 'Create Backup', maxKb: 220 },
] as const;

function given(state: FakeState): void {
  exampleInstallation(state);
  const [website] = state.websites;
  if (website) addAlert(state, website, { message: 'Something to read' });
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;

describe('script before first content', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each(budgets)('$address needs at most $maxKb KB', async ({ maxKb, ...look }) => {
    const sizes = await scriptsBefore(browser, { ...look, given });
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50);
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(maxKb);
  });

  it.each(budgets.slice(0, 3))('$address loads nothing of the admin pages', async ({ maxKb: _maxKb, ...look }) => {
    const files = Object.keys(await scriptsBefore(browser, { ...look, given }));
    const adminOnly = Object.entries(manifest).filter(
      ([name, chunk]) => chunk.name === 'admin' || /pages\/(dashboard|web|alerts|settings|backup)/.test(name),
    );
    expect(adminOnly.length).toBeGreaterThan(5);
    for (const [, chunk] of adminOnly) expect(files).not.toContain(`/${chunk.file}`);
  });
});

/** Document, style, script, brand, and the font in two alphabets. */
const mostRequests = 6;

it(`a visitor's first look at the status takes ${mostRequests} requests`, async () => {
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    await product.api.websites.create({ body: { name: 'Checkout' } });
    const overview = async () => (await fetch(`${product.baseUrl}/api/public/status`)).text();
    await expect.poll(overview).toContain('Checkout');
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${product.baseUrl}/status`);
    await page.getByText('Checkout').first().waitFor();
    await page.waitForLoadState('load');
    await page.evaluate('document.fonts.ready');
    expect(asked.filter((url) => !url.includes('/events')).length, asked.join('\n')).toBeLessThanOrEqual(mostRequests);
  } finally {
    await browser.close();
    await product.remove();
  }
});

it('keeps the style sheets within 15 KB', () => {
  const sheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css));
  const total = [...sheets].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length / 1000, 0);
  expect(total).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(15);
});
