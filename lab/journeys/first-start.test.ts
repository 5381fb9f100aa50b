import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createApiClient } from '@upvigil/core/api-client';
import { afterEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { adminPassword, newDataDir, type Product, spawnProduct, startProduct } from '../support/product.ts';
import { startWebTarget } from '../support/targets/web-target.ts';

const started: Pick<Product, 'end'>[] = [];
afterEach(async () => {
  for (const { end } of started.splice(0)) await end('SIGKILL');
});

async function spawn(env: Record<string, string>) {
  const product = await spawnProduct(env);
  started.push(product);
  return product;
}

const login = (baseUrl: string, password: string) =>
  createApiClient({ baseUrl, getToken: () => null }).auth.login({ body: { password } });

test('the first start prints the address and a password once; the second keeps data and password', async () => {
  const dataDir = newDataDir();
  const first = await spawn({ DATA_DIR: dataDir });
  await expect.poll(first.output).toMatch(/Admin password: \S+/);
  const password = /Admin password: (\S+)/.exec(first.output())?.[1] ?? '';
  const { access_token } = await login(first.baseUrl, password);
  const api = createApiClient({ baseUrl: first.baseUrl, getToken: () => access_token });
  await api.websites.create({ body: { name: 'Shop' } });
  expect(await first.end('SIGTERM')).toBe(0);

  const second = await spawn({ DATA_DIR: dataDir });
  const again = createApiClient({ baseUrl: second.baseUrl, getToken: () => access_token });
  expect(await again.websites.list()).toMatchObject([{ name: 'Shop' }]);
  await expect(login(second.baseUrl, password)).resolves.toMatchObject({ token_type: 'bearer' });
  expect(await second.end('SIGINT')).toBe(0);
  expect(second.output()).not.toContain('Admin password');
});

test('npm start of what is built builds nothing, says nothing of it, and is the product in the same process', async () => {
  const place = { commandFile: path.resolve('scripts/start.cjs'), cwd: process.cwd() };
  const product = await spawnProduct({ DATA_DIR: newDataDir(), ADMIN_PASSWORD: adminPassword }, [], place);
  started.push(product);
  expect((await fetch(`${product.baseUrl}/status`)).status).toBe(200);
  expect(product.output()).not.toMatch(/build/i);
  expect(await product.end('SIGTERM')).toBe(0);
});

test('from the printed password to the first result of a pasted address: one paste, one click', async () => {
  const target = await startWebTarget();
  const browser = await launchBrowser();
  try {
    const { baseUrl, output } = await spawn({ DATA_DIR: newDataDir() });
    await expect.poll(output).toMatch(/Admin password: \S+/);
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(baseUrl);
    await page.getByLabel('Admin Password', { exact: true }).fill(/Admin password: (\S+)/.exec(output())?.[1] ?? '');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Address of a page' });
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.evaluate((text) => navigator.clipboard.writeText(text), target.url);
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByRole('button', { name: 'Add Your First Website' }).click();
    await page.getByText('UP', { exact: true }).waitFor();
    await page.getByText(`${target.url} answered with 200`).waitFor();
    expect(target.requestTimes.length).toBeGreaterThan(0);
    await page.getByRole('article', { name: new URL(target.url).host }).waitFor();
  } finally {
    await browser.close();
    await target.close();
  }
});

test('ADMIN_PASSWORD replaces the password that was stored', async () => {
  const dataDir = newDataDir();
  const first = await spawn({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'the first one' });
  await first.end('SIGTERM');
  const second = await spawn({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'the second one' });
  await expect(login(second.baseUrl, 'the first one')).rejects.toThrow('Invalid password');
  await expect(login(second.baseUrl, 'the second one')).resolves.toBeDefined();
});

test('the data folder is made for its owner alone', async () => {
  const dataDir = path.join(newDataDir(), 'deeper');
  await spawn({ DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword });
  expect(existsSync(path.join(dataDir, 'upvigil.sqlite'))).toBe(true);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test.each([
  ['PORT', '80800', 'PORT'],
  ['ROLE', 'boss', 'ROLE'],
  ['BASE_URL', 'status.example.org', 'BASE_URL'],
  ['CHROMIUM_PATH', '/nowhere/chromium', 'CHROMIUM_PATH'],
])('a wrong %s ends the start with one sentence that names it', async (variable, value, name) => {
  const failure = await spawn({ DATA_DIR: newDataDir(), [variable]: value }).catch((error: Error) => error);
  const [, sentence = '', ...rest] = String((failure as Error).message)
    .trim()
    .split('\n');
  expect(sentence).toContain(name);
  expect(sentence).toContain(value);
  expect(rest).toEqual([]);
});

test('a second process on the same data ends with one sentence; after kill -9 of the first it starts at once', async () => {
  const dataDir = newDataDir();
  const first = await spawn({ DATA_DIR: dataDir });
  const failure: unknown = await spawn({ DATA_DIR: dataDir }).catch((error: unknown) => error);
  expect(String(failure)).toContain('The product ended with 1:');
  const [, sentence, ...rest] = String(failure).trim().split('\n');
  expect(sentence).toContain(`DATA_DIR ${dataDir} is used by another Upvigil, process ${first.process.pid} on `);
  expect(rest).toEqual([]);
  await first.end('SIGKILL');
  const third = await spawn({ DATA_DIR: dataDir });
  expect(await third.end('SIGTERM')).toBe(0);
});

test('kill -9 in the middle of checks loses none that was answered as stored, doubles none, and all go on', async () => {
  const target = await startWebTarget();
  const dataDir = newDataDir();
  const first = await startProduct({ dataDir });
  started.push(first);
  const website = await first.api.websites.create({ body: { name: 'Shop' } });
  const monitors = await Promise.all(
    Array.from({ length: 20 }, () =>
      first.api.urls.create({ params: { websiteId: website.id }, body: { url: target.url, check_interval: 10 } }),
    ),
  );
  const stored = await Promise.all(monitors.map(({ id }) => first.api.urls.check({ params: { urlId: id } })));
  await first.end('SIGKILL');

  const requestsBefore = target.requestTimes.length;
  const second = await startProduct({ dataDir });
  started.push(second);
  for (const check of stored) {
    expect(await second.api.checks.get({ params: { checkId: check.id } })).toEqual(check);
  }
  await expect
    .poll(() => target.requestTimes.length - requestsBefore, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(monitors.length);
  const lists = await Promise.all(monitors.map(({ id }) => second.api.checks.listByUrl({ params: { urlId: id } })));
  for (const checks of lists) {
    expect(new Set(checks.map((check) => check.checked_at)).size).toBe(checks.length);
  }
  await target.close();
});
