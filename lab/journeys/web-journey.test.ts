import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { adminPassword, type Product, startProduct } from '../support/product.ts';
import { startWebTarget, type WebTarget } from '../support/targets/web-target.ts';

let product: Product;
let target: WebTarget;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, target, browser] = await Promise.all([startProduct(), startWebTarget(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await target.close();
  await product.remove();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterEach(() => page.close());

const button = (name: string) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name });

async function signIn(): Promise<void> {
  await page.goto(`${product.baseUrl}/login`);
  await page.getByLabel('Admin Password', { exact: true }).fill(adminPassword);
  await button('Sign in').click();
  await heading('Monitoring Dashboard').waitFor();
}

test('a wrong password is refused, the right one leads to the dashboard, logging out leads back', async () => {
  await page.goto(product.baseUrl);
  await page.waitForURL('**/login');
  await page.getByLabel('Admin Password', { exact: true }).fill('wrong');
  await button('Sign in').click();
  await page.getByText('Invalid password. Please try again.').waitFor();
  await page.getByLabel('Admin Password', { exact: true }).fill(adminPassword);
  await page.keyboard.press('Enter');
  await heading('Monitoring Dashboard').waitFor();
  await button('Logout').click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a new website with a URL is watched: up, down, up again, and deleted by its name', async () => {
  await signIn();
  await page.getByRole('link', { name: 'Websites', exact: true }).click();
  await button('Add Your First Website').click();
  await page.getByLabel('Name').fill('Checkout');
  await page.getByLabel('Description').fill('Cart and payment');
  await button('Save').click();
  await page.getByRole('link', { name: 'Open Checkout' }).click();

  await button('Add First URL').click();
  await page.getByRole('textbox', { name: 'URL' }).fill(target.url);
  await page.getByLabel('Label').fill('Kasse \u{1f6d2}');
  await page.getByLabel('Timeout').fill('2');
  await button('Save').click();
  await page.getByText('UP', { exact: true }).waitFor();

  target.behave('error');
  await button('Check now').click();
  await page.getByText('Check triggered successfully').waitFor();
  await page.getByText('DOWN', { exact: true }).waitFor();
  target.behave('ok');
  await button('Check now').click();
  await page.getByText('UP', { exact: true }).waitFor();

  const visitor = await browser.newPage();
  await visitor.goto(`${product.baseUrl}/status/1`);
  await visitor.getByRole('heading', { name: 'Kasse \u{1f6d2}' }).waitFor();
  await visitor.close();

  await button('History').click();
  await page.getByText('Check History (Last 24 Hours)').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(3);

  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await page.getByText('No URLs added yet').waitFor();

  await page.getByRole('link', { name: 'Websites', exact: true }).first().click();
  await button('More actions for Checkout').click();
  await page.getByRole('menuitem', { name: 'Delete Checkout' }).click();
  await page.getByLabel('Type Checkout to confirm').fill('Checkout');
  await button('Delete website').click();
  await page.getByText('No websites added yet').waitFor();
});

test('a network monitor is tested, added and shown on dashboard and public page', async () => {
  const website = await product.api.websites.create({ body: { name: 'Mail' } });
  await signIn();
  await page.goto(`${product.baseUrl}/websites/${website.id}?tab=network`);
  await page.getByRole('tab', { name: /Network Monitoring/ }).click();
  await page.getByText('No network monitors configured. Click "Add Monitor" to get started.').waitFor();
  await button('Add Monitor').first().click();
  await page.getByLabel('Name').fill('Web port');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(target.port));
  await button('Test Connection').click();
  await page
    .getByRole('status')
    .filter({ hasText: /in \d+\.\d\ds/ })
    .waitFor();
  await button('Save').click();
  await page
    .getByRole('cell', { name: 'UP' })
    .or(page.getByText('UP', { exact: true }))
    .first()
    .waitFor();

  await page.goto(`${product.baseUrl}/?hours=1`);
  await page.getByText(`127.0.0.1:${target.port}`).first().waitFor();
  await page.goto(`${product.baseUrl}/status`);
  await page.getByRole('link', { name: 'Mail', exact: true }).click();
  await page.getByText('Online', { exact: true }).waitFor();
  await product.api.websites.remove({ params: { websiteId: website.id } });
});

test('the public page follows an outage without a reload', async () => {
  const website = await product.api.websites.create({ body: { name: 'Docs' } });
  const { id: urlId } = await product.api.urls.create({
    params: { websiteId: website.id },
    body: { url: target.url, check_interval: 3600 },
  });
  const check = () => product.api.urls.check({ params: { urlId } });
  await check();
  const detail = () => product.api.publicStatus.detail({ params: { websiteId: website.id } });
  await expect.poll(async () => (await detail()).overall_status, { timeout: 30_000 }).toBe('operational');
  await page.goto(`${product.baseUrl}/status/${website.id}`);
  await page.getByText('All Systems Operational').waitFor();
  target.behave('error');
  await check();
  await page.getByText('Partial Outage').waitFor();
  target.behave('ok');
  await check();
  await page.getByText('All Systems Operational').waitFor();
  await product.api.websites.remove({ params: { websiteId: website.id } });
});
