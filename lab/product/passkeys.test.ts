import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { adminPassword, type Product, startProduct } from '../support/product.ts';

/** The address of the product for the browser: passkeys are bound to it. */
const origin = 'http://localhost:8080';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ env: { BASE_URL: origin } });
  browser = await launchBrowser({ finds: `MAP ${new URL(origin).host} ${new URL(product.baseUrl).host}` });
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

/** A page of that origin, in a browser with an authenticator that confirms without a person. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
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
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await tokenOf(page)).toBeNull();
}

/** The requests that a page sends to this API path from now on. */
function requestsTo(page: Page, path: string): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `${origin}/api${path}`) sent.push(request);
  });
  return sent;
}

/** Repeats a request of a page from elsewhere: it must be refused and must not sign in. */
async function expectReplayRefused(path: string, [sent, ...others]: readonly Request[]): Promise<void> {
  expect(others).toEqual([]);
  const replayed = await fetch(`${product.baseUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent?.postData() ?? '',
  });
  expect(replayed.status).toBe(401);
  expect(await replayed.json()).not.toHaveProperty('access_token');
}

/** Signs in at '/login' with only the passkey. */
async function signInByPasskey(page: Page): Promise<void> {
  const others = page.getByRole('region', { name: 'Other sign-in methods' });
  await others.getByRole('button', { name: 'Passkey', exact: true }).click();
  await dashboard(page);
}

async function whoIsIn(page: Page): Promise<unknown> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  return (await fetch(`${product.baseUrl}/api/auth/me`, { headers })).json();
}

test('a passkey is registered in the settings, answers at the next sign-in, signs in alone, and each answer counts once', async () => {
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
  await logOut(page);

  const answers = requestsTo(page, '/auth/second-factor');
  await enterPassword(page);
  await page.getByText('Confirm with your passkey').waitFor();
  expect(await tokenOf(page)).toBeNull();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await dashboard(page);
  await expectReplayRefused('/auth/second-factor', answers);

  await logOut(page);
  const signIns = requestsTo(page, '/auth/passkey');
  await signInByPasskey(page);
  expect(await whoIsIn(page)).toMatchObject({ kind: 'owner' });
  await expectReplayRefused('/auth/passkey', signIns);
});

test('an invitation is accepted by a passkey, which signs in then, and opens nothing a second time', async () => {
  const { link } = await product.api.users.create({ body: { email: 'ann@example.org', role: 'viewer' } });
  const page = await openPage();
  const acceptances = requestsTo(page, '/auth/invitation');
  await page.goto(`${origin}${link}`);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey instead' });
  await usePasskey.click();
  await page.getByText('Name is required').waitFor();
  expect(acceptances).toEqual([]);
  await page.getByLabel('Name').fill('Ann');
  await usePasskey.click();
  await dashboard(page);
  const ann = { kind: 'user', name: 'Ann', email: 'ann@example.org', role: 'viewer' };
  expect(await whoIsIn(page)).toMatchObject(ann);
  await expectReplayRefused('/auth/invitation', acceptances);

  await logOut(page);
  const signIns = requestsTo(page, '/auth/passkey');
  await signInByPasskey(page);
  expect(await whoIsIn(page)).toMatchObject(ann);
  await expectReplayRefused('/auth/passkey', signIns);

  const other = await openPage();
  await other.goto(`${origin}${link}`);
  await other.getByLabel('Name').fill('Eve');
  await other.getByRole('button', { name: 'Use a passkey instead' }).click();
  await other.getByText(/This invitation is no longer valid/).waitFor();
  expect(await tokenOf(other)).toBeNull();
});
