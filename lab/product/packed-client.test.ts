import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, packBoth } from '../support/packed.ts';
import { adminPassword, type Product, startProduct } from '../support/product.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tarballs = mkdtempSync(path.join(tmpdir(), 'upvigil-tarballs-'));
let packed: { product: Installed; client: Installed };
let running: Product;

beforeAll(async () => {
  packed = packBoth(tarballs);
  running = await startProduct();
  await running.api.websites.create({ body: { name: 'Shop' } });
}, 120_000);
afterAll(async () => {
  await running?.remove();
  for (const folder of [tarballs, packed?.product.folder, packed?.client.folder]) {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
});

test('another program uses the client with its types, from a folder that has nothing else', async () => {
  const { client } = packed;
  writeFileSync(path.join(client.folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(client.folder, 'use.ts'),
    `import { createApiClient, type ApiClient } from '@upvigil/client';
import { contract } from '@upvigil/client/contract';
import { ApiError } from '@upvigil/client/errors';
let token: string | null = null;
const api: ApiClient = createApiClient({ baseUrl: '${running.baseUrl}', getToken: () => token });
const refused = await api.websites.list().catch((error: unknown) => error instanceof ApiError && error.status);
token = (await api.auth.login({ body: { password: '${adminPassword}' } })).access_token;
const names: string[] = (await api.websites.list()).map(({ name }) => name);
// @ts-expect-error: the contract has no such field
const none = async () => (await api.websites.list()).map(({ colour }) => colour);
console.log(JSON.stringify([refused, names.includes('Shop'), contract.websites.list.path, typeof none]));
`,
  );
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, [...options, 'use.ts'], { cwd: client.folder });
  const output = execFileSync(process.execPath, ['use.js'], { cwd: client.folder, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([401, true, '/websites/', 'function']);
});
