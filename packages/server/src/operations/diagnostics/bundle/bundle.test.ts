import { expect, it } from 'vitest';
import { readConfig, variableRules } from '../../../base/config/config.ts';
import { makeBundle } from './bundle.ts';
import { unpackBundle } from './bundle-archive.ts';

it.each([
  ['a % that encodes nothing', '50%off-planted', '50%off-planted'],
  ['a % that encodes a letter', 'p%6canted-secret', 'planted-secret'],
])('is made where the password of the database has %s, and does not hold it', async (_what, password, meant) => {
  const bundle = await makeBundle({
    config: readConfig({ DATABASE_URL: `postgres://user:${password}@127.0.0.1/db` }),
    now: 0,
    storage: { missing: 'not asked here', file: null },
    results: [],
    metrics: null,
    logLines: [`{"msg":"refused ${password}, ${meant}"}`],
  });
  const files = await unpackBundle(bundle);
  expect(files.find(({ name }) => name === 'log.ndjson')?.content).toContain('refused');
  expect(JSON.stringify(files)).not.toMatch(/planted/);
});

const values: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://ops:planted-1@127.0.0.1/db',
  ADMIN_PASSWORD: 'planted-2',
  BASE_URL: 'https://planted-3.test',
  SENDSMS_API_URL: 'https://sms.test/?hash=1&username=planted-4&sig=planted-5',
  SECRET_KEY: Buffer.alloc(32, 'planted').toString('base64'),
  METRICS_TOKEN: 'planted-6',
  RDAP_BOOTSTRAP_URL: 'https://ops:planted-7@rdap.test/dns.json',
  RDAP_SERVERS: 'ru=https://planted-8.test/',
  OIDC_ISSUER: 'https://planted-9.test/realm',
  OIDC_CLIENT_ID: 'planted-10',
  OIDC_CLIENT_SECRET: 'planted-11',
  OIDC_LABEL: 'planted-12',
  OIDC_DOMAINS: 'planted-13.test',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_MAP: 'planted-14=admin',
  AUTH_PROXY_HEADER: 'X-Planted-15',
  AUTH_PROXY_FROM: '192.0.2.16',
  DNS_REFERENCE_NAME: 'planted-17.test',
};

it('shows only the marked values of the configuration, and whether the others are set', async () => {
  const config = readConfig(values);
  const bundle = await makeBundle({
    config,
    now: 0,
    storage: { missing: 'not asked here', file: null },
    results: [],
    metrics: null,
    logLines: [JSON.stringify({ msg: `refused ${config.secretTexts.join(', ')}` })],
  });
  const files = await unpackBundle(bundle);
  expect(JSON.stringify(files)).not.toMatch(/planted/i);
  expect(JSON.stringify(files)).not.toContain(values.SECRET_KEY);
  const { configuration } = JSON.parse(files.find(({ name }) => name === 'settings.json')?.content ?? '{}');
  expect(Object.keys(configuration)).toEqual(variableRules.map(({ name }) => name));
  expect(configuration).toMatchObject({ OIDC_CLIENT_SECRET: 'set', AUTH_PROXY_HEADER: 'set', PORT: '8080' });
});
