import { expect, test } from 'vitest';
import * as z from 'zod';
import { defaultUrlOptions } from './check-options/default-options.ts';
import { contract } from './contract.ts';
import type { Contract, Endpoint } from './endpoint.ts';
import { networkMonitorChange, networkMonitorInput, networkTestInput } from './network-monitors.ts';
import { notificationSettingsChange } from './settings.ts';
import { slackSettingsInput } from './slack.ts';
import { urlChange, urlInput } from './urls.ts';

const endpoints: Endpoint[] = Object.values(contract as Contract).flatMap((group) => Object.values(group));
const firstMessage = (schema: z.ZodType, input: unknown): string | undefined =>
  schema.safeParse(input).error?.issues[0]?.message;

test('no two endpoints share method and path', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('every parameter of a path has a schema, and no other', () => {
  for (const { path, params } of endpoints) {
    const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(params?.shape ?? {}), path).toEqual(inPath);
  }
});

test('only signing in, branding, public pages, shares, events, screenshots and the description of the API need no token', () => {
  const open = endpoints.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`);
  expect(open.sort()).toEqual([
    'GET /auth/invitation',
    'GET /auth/methods',
    'GET /branding/',
    'GET /openapi.json',
    'GET /public/events',
    'GET /public/incidents',
    'GET /public/incidents/:incidentId',
    'GET /public/page',
    'GET /public/shares/:link',
    'GET /public/status',
    'GET /public/status/:websiteId',
    'GET /screenshots/:name',
    'POST /auth/device',
    'POST /auth/device/token',
    'POST /auth/exchange',
    'POST /auth/invitation',
    'POST /auth/invitation/passkey-options',
    'POST /auth/login',
    'POST /auth/passkey',
    'POST /auth/passkey/options',
    'POST /auth/proxy',
    'POST /auth/second-factor',
  ]);
});

test('a URL needs nothing but its address; the rest are defaults', () => {
  expect(urlInput.parse({ url: 'https://example.org' })).toEqual({
    ...defaultUrlOptions,
    url: 'https://example.org',
    label: null,
    metadata_tag: null,
    metadata_value: null,
    timeout: 30,
    response_time_threshold: 5,
    check_interval: 60,
    enabled: true,
    check_mode: 'http',
    failure_threshold: 2,
    severity: null,
    parent_id: null,
    tags: [],
    recovery_threshold: 1,
  });
});

test('a change leaves out what it does not name', () => {
  expect(urlChange.parse({ enabled: false, unknown: 1 })).toEqual({ enabled: false });
  expect(networkMonitorChange.parse({ name: 'a' })).toEqual({ name: 'a' });
});

const percentEncoded =
  'URL must have its user name and password percent-encoded: a % is written %25, other signs as UTF-8';
test.each([
  [{ url: 'ftp://example.org' }, 'URL must be a full address that starts with http:// or https://'],
  [{ url: '' }, 'URL is required'],
  [{ url: 'http://host:0/' }, 'URL must have a port between 1 and 65535'],
  [{ url: 'http://us%zzer:pw@host' }, percentEncoded],
  [{ url: 'http://%ff@host' }, percentEncoded],
  [{ url: 'https://user:100%@host' }, percentEncoded],
  [{ url: `http://${'a.'.repeat(127)}test/` }, 'URL must have a host name of at most 253 characters'],
  [{ url: 'https://a.b', timeout: 121 }, 'Timeout must be between 1 and 120 seconds'],
  [{ url: 'https://a.b', response_time_threshold: 0 }, 'Slow threshold must be between 0.1 and 120 seconds'],
  [{ url: 'https://a.b', check_interval: 9 }, 'Check interval must be between 10 and 86400 seconds'],
  [{ url: 'https://a.b', check_interval: '60' }, 'Check interval must be a number'],
  [{ url: 'https://a.b', failure_threshold: 1.5 }, 'Failure threshold must be a whole number'],
])('a refused URL says what would be right: %j', (input, message) => {
  expect(firstMessage(urlInput, input)).toBe(message);
});

test('a TCP port and an IMAP monitor need a port, a ping does not', () => {
  const input = { name: 'a', host: 'localhost' };
  expect(firstMessage(networkMonitorInput, input)).toBe('Port is required for a monitor of type TCP port');
  expect(firstMessage(networkMonitorInput, { ...input, monitor_type: 'IMAP' })).toBeDefined();
  expect(networkMonitorInput.parse({ ...input, monitor_type: 'ICMP_PING' }).port).toBeNull();
});

test.each(['http://a.b/', 'host:0', 'host:443', '192.0.2.1:80', '[::1]', '[::1]:80', ':::', '1:2', 'a b', 'a%b', '%'])(
  'a host is neither a URL nor has it a port: %s',
  (host) => {
    const message = 'Host must be a host name or an IP address, without a scheme, a path or a port';
    expect(firstMessage(networkMonitorInput, { name: 'a', host, port: 1 })).toBe(message);
    expect(firstMessage(networkMonitorChange, { host })).toBe(message);
    expect(firstMessage(networkTestInput, { host, port: 1 })).toBe(message);
  },
);

test.each([
  'localhost',
  'a_b.example.org',
  'example.org.',
  '192.0.2.1',
  '::1',
  '2001:db8::1',
  'fe80::1%eth0',
  '::ffff:1.2.3.4',
])('a host is a name or an address: %s', (host) =>
  expect(firstMessage(networkMonitorInput, { name: 'a', host, port: 1 })).toBeUndefined(),
);

test('a URL may have a user name and a password, and any port', () => {
  for (const url of ['http://me:p%40ss@host:1/', 'https://m%C3%BCller@[::1]:65535/', 'http://host./']) {
    expect(firstMessage(urlInput, { url }), url).toBeUndefined();
  }
});

test.each([0, -1, 65_536, 1.5])('no field takes the port %d', (port) => {
  expect(firstMessage(networkMonitorInput, { name: 'a', host: 'localhost', port })).toBeDefined();
  expect(firstMessage(networkMonitorChange, { port })).toBeDefined();
  expect(firstMessage(networkTestInput, { host: 'localhost', port })).toBeDefined();
  expect(firstMessage(notificationSettingsChange, { smtp_port: port })).toBeDefined();
});

test('a webhook URL has a port on which something can listen', () => {
  expect(firstMessage(slackSettingsInput, { enabled: true, webhook_url: 'https://hooks.test:0/x' })).toContain(
    'Webhook',
  );
});

test('Slack needs a webhook URL only when enabled', () => {
  expect(slackSettingsInput.safeParse({ enabled: false }).success).toBe(true);
  expect(firstMessage(slackSettingsInput, { enabled: true })).toBe('Webhook URL is required');
});

test('query numbers come as text and stay within limits', () => {
  const query = contract.alerts.list.query;
  expect(query.parse({ hours: '48' })).toEqual({ hours: 48 });
  expect(query.parse({})).toEqual({ hours: 24 });
  for (const hours of ['0', '8761', '', '1.5', 'x']) expect(query.safeParse({ hours }).success, hours).toBe(false);
});

test('a backup name is checked, and empty or null means none', () => {
  const query = contract.backup.create.query;
  expect(query.parse({ name: '' }).name).toBeNull();
  expect(query.parse({ name: 'nightly-1.2' }).name).toBe('nightly-1.2');
  for (const name of ['../x', 'a/b', 'ä', 'x'.repeat(65)]) expect(query.safeParse({ name }).success, name).toBe(false);
});

test('every schema can be written as JSON schema, so that the OpenAPI document is whole', () => {
  for (const { body, response, query } of endpoints) {
    for (const schema of [body, response, query]) {
      if (schema) expect(() => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).not.toThrow();
    }
  }
});
