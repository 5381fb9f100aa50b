import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { makeBundle } from './bundle.ts';
import { unpackBundle } from './bundle-archive.ts';

it.each([
  ['a % that encodes nothing', '50%off-planted', '50%off-planted'],
  ['a % that encodes a letter', 'p%6canted-secret', 'planted-secret'],
])('is made where the password of the database has %s, and does not hold it', async (_what, password, meant) => {
  const bundle = await makeBundle({
    config: readConfig({ DATABASE_URL: `postgres://user:${password}@127.0.0.1/db` }),
    ...{ now: 0, storage: { missing: 'not asked here', file: null }, results: [], metrics: null },
    logLines: [`{"msg":"refused ${password}, ${meant}"}`],
  });
  const files = await unpackBundle(bundle);
  expect(files.find(({ name }) => name === 'log.ndjson')?.content).toContain('refused');
  expect(JSON.stringify(files)).not.toMatch(/planted/);
});
