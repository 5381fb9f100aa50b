import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { adminPassword, type Product, startProduct } from './support/product.ts';

/** Where the browser believes that the product is: passkeys are bound to it. */
const origin = 'http://localhost:8080';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ env: { BASE_URL: origin } }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

/** A page of that origin, in a browser with an authenticator that knows its person and needs nobody to press anything. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.route(`${origin}/**`, async (route) => {
    const url = route.request().url().replace(origin, product.baseUrl);
    // A stream of events has no end that could be waited for.
    if (url.includes('/api/events')) await route.abort();
    else await route.fulfill({ response: await route.fetch({ url }) });
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return page;
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Admin Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Monitoring Dashboard' }).waitFor();

test('a passkey is registered in the settings, answers at the next sign-in, and answers no second time', async () => {
  const page = await openPage();
  await enterPassword(page);
  await dashboard(page);

  await page.goto(`${origin}/settings?tab=access`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const form = page.getByRole('dialog', { name: 'Add passkey' });
  await form.getByLabel('Name').fill('Phone');
  await form.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('button', { name: 'Done' }).click();
  await page.getByText('Phone', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');

  const answers: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/second-factor')) answers.push(request);
  });
  await enterPassword(page);
  await page.getByText('Confirm with your passkey').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await dashboard(page);

  expect(answers).toHaveLength(1);
  const replayed = await fetch(`${product.baseUrl}/api/auth/second-factor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: answers[0]?.postData() ?? '',
  });
  expect(replayed.status).toBe(401);
  expect(await replayed.json()).not.toHaveProperty('access_token');
  // What the dashboard still loads is not waited for.
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
}, 60_000);
