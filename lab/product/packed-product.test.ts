import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiClient, createApiClient } from '@upvigil/core/client/api-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenLinks } from '../../scripts/documents/links.ts';
import { bytesWithDependencies, type Installed, packBoth } from '../support/packed.ts';
import { adminPassword, type ProductPlace, spawnProduct } from '../support/product.ts';
import { startWebTarget, type WebTarget } from '../support/targets/web-target.ts';
import { openTerminal } from '../support/terminal/terminal-session.ts';

const root = path.resolve(import.meta.dirname, '../..');
const megabyte = 1_000_000;
const tarballs = mkdtempSync(path.join(tmpdir(), 'upvigil-tarballs-'));
let product: Installed;
let client: Installed;
let place: ProductPlace;
let target: WebTarget;
let running: Awaited<ReturnType<typeof spawnProduct>>;
let token = '';
let api: ApiClient;

beforeAll(async () => {
  ({ product, client } = packBoth(tarballs));
  place = {
    commandFile: path.join(product.folder, 'node_modules/upvigil/packages/cli/upvigil.cjs'),
    cwd: product.folder,
  };
  target = await startWebTarget();
  // An empty PATH, as on a machine without Chromium.
  running = await spawnProduct({ ADMIN_PASSWORD: adminPassword, HOME: product.folder, PATH: '' }, [], place);
  const { baseUrl } = running;
  ({ access_token: token } = await createApiClient({ baseUrl, getToken: () => null }).auth.login({
    body: { password: adminPassword },
  }));
  api = createApiClient({ baseUrl, getToken: () => token });
}, 120_000);
afterAll(async () => {
  await running?.end('SIGKILL');
  await target?.close();
  for (const folder of [tarballs, product?.folder, client?.folder]) {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
});

test('the tarball has the bundles, the pages, the licences, and nothing else', () => {
  const programs = product.files.filter((file) => !/^(docs|examples)\//.test(file));
  const places = programs.map((file) => file.replace(/(dist\/|assets\/)[^/]+$/, '$1*'));
  expect([...new Set(places)].sort()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'THIRD-PARTY-LICENCES.txt',
    'package.json',
    'packages/cli/dist/*',
    'packages/cli/resolver-threads.cjs',
    'packages/cli/upvigil.cjs',
    'packages/server/dist/*',
    'packages/web/dist/*',
    'packages/web/dist/.vite/manifest.json',
    'packages/web/dist/api-docs/.vite/manifest.json',
    'packages/web/dist/api-docs/api-docs.html',
    'packages/web/dist/api-docs/assets/*',
    'packages/web/dist/assets/*',
    'packages/web/dist/public/.vite/manifest.json',
    'packages/web/dist/public/assets/*',
    'packages/web/dist/public/index.html',
  ]);
  expect(product.files.filter((file) => /\.(map|ts|node)$/.test(file))).toEqual([]);
  expect(product.files).toContain('packages/server/dist/probe-thread.js');
  expect(product.files).toContain('packages/server/dist/checkpoint-thread.js');
  const texts = product.files.filter((file) => /\.(m?js|cjs|json|txt|html)$/.test(file));
  expect(texts.filter((file) => readFileSync(path.join(product.home, file), 'utf8').includes(root))).toEqual([]);
});

test('each link of the README and of the documents for operators leads to a file of the tarball', () => {
  const documents = ['README.md', ...product.files.filter((file) => /^docs\/[^/]+\.md$/.test(file))];
  const broken = documents.flatMap((each) => brokenLinks(product.home, each).map((link) => `${each}: ${link}`));
  expect(broken).toEqual([]);
});

test('it depends on five pinned packages, is 4 MB at most, and 90 MB with what it needs', () => {
  const server = JSON.parse(readFileSync(path.join(root, 'packages/server/package.json'), 'utf8'));
  const { dependencies } = product.manifest;
  const names = ['@node-rs/argon2', '@photostructure/sqlite', 'koffi', 'playwright-core', 'sharp'];
  expect(Object.keys(dependencies)).toEqual(names);
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(version).toBe(server.dependencies[name]);
  }
  expect(statSync(product.tarball).size).toBeLessThanOrEqual(4 * megabyte);
  const own = product.files.reduce((sum, file) => sum + statSync(path.join(product.home, file)).size, 0);
  expect(own + bytesWithDependencies(names)).toBeLessThanOrEqual(90 * megabyte);
});

test('one file has the licences of all that is bundled: code, styles and typeface', () => {
  const text = readFileSync(path.join(product.home, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  const named = ['fastify', 'pg', 'ink', 'zod', 'react-dom', 'recharts', 'tailwindcss', 'yoga-layout', 'swagger-ui'];
  for (const name of [...named, '@fontsource-variable/geist']) {
    expect(text).toMatch(new RegExp(`^${name} \\d\\S* \\(.+\\)$`, 'm'));
  }
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).not.toMatch(/\((undefined|null|UNLICENSED)\)/);
  expect(text).not.toContain('@upvigil/');
});

test('in an empty folder it serves, keeps its data in ./data, signs in, checks, and shows its pages', async () => {
  expect(existsSync(path.join(product.folder, 'data/upvigil.sqlite'))).toBe(true);
  const { id } = await api.websites.create({ body: { name: 'Shop' } });
  const url = await api.urls.create({ params: { websiteId: id }, body: { url: target.url } });
  expect(await api.urls.check({ params: { urlId: url.id } })).toMatchObject({ is_up: true, status_code: 200 });
  const page = await (await fetch(running.baseUrl)).text();
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  expect((await fetch(running.baseUrl + script)).headers.get('content-type')).toContain('javascript');
  // The public pages are rendered at most once a second.
  const status = async () => (await fetch(`${running.baseUrl}/status`)).text();
  await expect.poll(status).toContain('Shop');
  expect((await fetch(`${running.baseUrl}/healthz`)).status).toBe(200);
});

test('what needs Chromium says that there is none, and what to do', async () => {
  const { id } = await api.websites.create({ body: { name: 'In a browser' } });
  const body = { url: target.url, check_mode: 'browser' as const };
  const url = await api.urls.create({ params: { websiteId: id }, body });
  await expect(api.urls.check({ params: { urlId: url.id } })).rejects.toThrow(
    'no Chromium was found: install Chromium, or set CHROMIUM_PATH to the path of Chrome or Chromium',
  );
});

test('its commands answer, its screens are live, and its logs are readable', async () => {
  const environment = { UPVIGIL_SERVER: running.baseUrl, UPVIGIL_TOKEN: token };
  const asked = execFileSync(process.execPath, [place.commandFile, 'websites', '--json'], {
    env: { ...environment, HOME: product.folder },
    encoding: 'utf8',
  });
  expect(JSON.parse(asked)).toContainEqual(expect.objectContaining({ name: 'Shop' }));
  const screen = openTerminal(['dashboard'], { environment, bin: place.commandFile });
  await screen.sees('Monitoring Dashboard', 30_000);
  await screen.sees('Shop');
  screen.press('q');
  expect(await screen.ended()).toEqual({ exitCode: 0, signal: undefined });
});

test('it brings the driver of PostgreSQL', async () => {
  const databaseUrl = `postgres://somebody:secret@127.0.0.1:1/upvigil`;
  const failure = await spawnProduct({ DATABASE_URL: databaseUrl, HOME: product.folder }, [], place).catch(String);
  expect(failure).toContain('PostgreSQL at DATABASE_URL cannot be used: connect ECONNREFUSED');
});

test('the client has the same version, the types of the contract, and no tests', () => {
  expect(client.manifest.version).toBe(product.manifest.version);
  expect(client.files).toEqual(expect.arrayContaining(['dist/client/api-client.d.ts', 'dist/contract/contract.d.ts']));
  expect(client.files.filter((file) => /testing|test\.|\.map$/.test(file))).toEqual([]);
});
