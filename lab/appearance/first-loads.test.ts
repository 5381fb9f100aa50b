import { readFileSync } from 'node:fs';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert } from '@upvigil/core/testing/fake-watched';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { exampleInstallation } from '../support/example-installation.ts';
import { startProduct } from '../support/product.ts';
import { scriptsBefore } from '../support/script-weight.ts';

const dist = new URL('../../packages/web/dist/', import.meta.url);

interface Chunk {
  file: string;
  name?: string;
}

const publicKb = 150;
const adminKb = 220;

/** KB of gzipped script that a browser receives, also by `import()`, until the page shows its main content. */
const budgets = [
  { address: '/login', shows: 'Admin Login', maxKb: publicKb, isSignedIn: false },
  { address: '/status', shows: 'Checkout', maxKb: publicKb, isSignedIn: false },
  { address: '/status/1', shows: 'Checkout', maxKb: publicKb, isSignedIn: false },
  { address: '/', shows: 'Network 0.', maxKb: adminKb },
  { address: '/websites', shows: 'Checkout', maxKb: adminKb },
  { address: '/websites/1', shows: 'https://', maxKb: adminKb },
  { address: '/alerts', shows: 'Something to read', maxKb: adminKb },
  { address: '/settings', shows: 'Email recipients', maxKb: adminKb },
  { address: '/backup', shows: 'Create Backup', maxKb: adminKb },
] as const;

function given(state: FakeState): void {
  exampleInstallation(state);
  const [website] = state.websites;
  if (website) addAlert(state, website, { message: 'Something to read' });
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;

/** Files that only the admin pages need. */
const adminFiles = Object.entries(manifest)
  .filter(([name, { name: chunk }]) => chunk === 'admin' || /pages\/(dashboard|web|alerts|settings|backup)/.test(name))
  .map(([, { file }]) => `/${file}`);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const kbOf = (sizes: Record<string, number>): number => Object.values(sizes).reduce((sum, size) => sum + size, 0);

it.each(budgets)('$address needs at most $maxKb KB of script before its first content', async ({ maxKb, ...look }) => {
  let sizes = await scriptsBefore(browser, { ...look, given });
  // Under load, code for later content may arrive before this content. One load without it proves that it is not needed.
  for (let tries = 1; tries < 3 && kbOf(sizes) > maxKb; tries += 1) {
    sizes = await scriptsBefore(browser, { ...look, given });
  }
  const total = kbOf(sizes);
  expect(total).toBeGreaterThan(50);
  expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(maxKb);
  const ofAdminPages = adminFiles.filter((file) => file in sizes);
  expect(ofAdminPages.length > 0, ofAdminPages.join()).toBe(maxKb !== publicKb);
});

/** Document, style, scripts, brand, and the font in two alphabets. More would be a chain of files that wait for each other. */
const mostRequests = 8;

it(`a visitor's first look at the status takes at most ${mostRequests} requests`, async () => {
  const product = await startProduct();
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
    await product.remove();
  }
});
