import { createApiClient } from '@upvigil/core/client/api-client';
import { afterEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { newDataDir, type Product, spawnProduct } from '../support/product.ts';
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
    await page.getByText(`${target.url} responded with 200`).waitFor();
    expect(target.requestTimes.length).toBeGreaterThan(0);
    await page.getByRole('region', { name: 'Target' }).getByText('Name from the page title.').waitFor();
  } finally {
    await browser.close();
    await target.close();
  }
});

test('a wrong setting ends the start with one sentence that names it', async () => {
  const failure: unknown = await spawn({ DATA_DIR: newDataDir(), ROLE: 'boss' }).catch((error: unknown) => error);
  const [, sentence, ...rest] = String(failure).trim().split('\n');
  expect(sentence).toContain('ROLE');
  expect(sentence).toContain('boss');
  expect(rest).toEqual([]);
});
