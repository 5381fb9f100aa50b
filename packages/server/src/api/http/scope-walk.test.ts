import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { type Scope, scopes } from '@upvigil/core/contract/names/scopes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const endpoints = Object.entries(contract as Contract).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${group}.${name}`, group, endpoint })),
);

/** The permissions of each scope by group and method, written independently of the contract. */
const settings = ['settings', 'channels', 'routing', 'drills', 'reports', 'branding'];
const adminOnly = ['users', 'settings', 'backup', 'tokens', 'diagnostics', 'audit'];
const peopleOnly = [
  ...['auth.logout', 'auth.confirm', 'auth.changePassword', 'tokens.create', 'tokens.remove', 'device.approve'],
  ...['auth.confirmProofs', 'auth.confirmPasskey'],
  ...['sessions.list', 'sessions.remove', 'users.create', 'users.update', 'users.reset', 'users.remove'],
];
const backups = ['backup.create', 'backup.list', 'backup.download', 'backup.cleanup'];
const deployments = ['marks.create', 'maintenance.start', 'maintenance.end'];
const checks = [
  // Its actions other than `check` need `write`, as bulk-changes.test.ts proves.
  'monitors.bulk',
  'urls.check',
  'networkMonitors.check',
];

function neededFor({ name, group, endpoint }: (typeof endpoints)[number]): Scope | 'any' | 'person' {
  if (peopleOnly.includes(name) || group === 'factors') return 'person';
  if (name === 'auth.me') return 'any';
  if (backups.includes(name)) return 'backup';
  if (deployments.includes(name)) return 'deploy';
  if (checks.includes(name)) return 'check';
  if (adminOnly.includes(group)) return 'admin';
  // The output of a job may hold secrets.
  if (name === 'heartbeats.ping') return 'write';
  if (endpoint.method === 'GET' || name === 'routing.explain') return 'read';
  return settings.includes(group) ? 'admin' : 'write';
}

const holds: Record<Scope, readonly (Scope | 'any' | 'person')[]> = {
  read: ['any', 'read'],
  check: ['any', 'read', 'check'],
  write: ['any', 'read', 'check', 'write'],
  backup: ['any', 'backup'],
  deploy: ['any', 'deploy'],
  admin: ['any', ...scopes],
};

/** A valid address of objects that do not exist, so that an allowed request changes as little as possible. */
function addressOf({ path, query }: Endpoint): string {
  const keys = Object.keys(query?.shape ?? {});
  const search = new URLSearchParams(keys.map((key): [string, string] => [key, 'a/b'])).toString();
  return `${apiPrefix}${path.replace(/:\w+/g, 'x')}?${search}`;
}

const metricsToken = 'a-token-for-metrics-alone';
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public' && endpoint.transport !== 'events');
const urlOf = ({ path }: Endpoint): string => apiPrefix + path.replace(/:\w+/g, '1');

describe('every route', () => {
  let test: TestApp;
  const tokens = new Map<Scope, string>();
  beforeAll(async () => {
    test = await startTestApp({ env: { METRICS_TOKEN: metricsToken } });
    for (const scope of scopes) {
      const made = await test.request('POST', '/tokens', { name: scope, scopes: [scope] });
      tokens.set(scope, made.json<{ token: string }>().token);
    }
  });
  afterAll(() => test.close());

  const events = async () => (await test.db.selectFrom('audit_events').select('id').execute()).length;

  it('is served', () => {
    const missing = endpoints.filter(
      ({ endpoint }) =>
        !test.app.hasRoute({ method: endpoint.method, url: (apiPrefix + endpoint.path).replace(/\/$/, '') }),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(guarded)('$name answers 401 without a token, with a bad one and with one of another kind', async (each) => {
    const { method } = each.endpoint;
    const url = urlOf(each.endpoint);
    const tries = [undefined, 'Bearer wrong', `Basic ${test.token}`, `Bearer ${metricsToken}`].map((authorization) =>
      test.inject({ method, url, headers: authorization ? { authorization } : {} }),
    );
    const twice = `?token=${metricsToken}&token=${metricsToken}`;
    for (const answer of await Promise.all([...tries, test.inject({ method, url: url + twice })])) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ detail: 'Sign in first: the token is missing, wrong or no longer valid' });
    }
  });

  it.each(guarded)('$name accepts the token in the query only when a browser follows the link', async (each) => {
    const { method, tokenInQuery } = each.endpoint;
    const answer = await test.inject({ method, url: `${urlOf(each.endpoint)}?token=${test.token}` });
    expect(answer.statusCode !== 401).toBe(tokenInQuery === true);
  });

  it.each(open)('$name needs no token', async ({ endpoint: { method, ...endpoint } }) => {
    expect((await test.inject({ method, url: urlOf({ method, ...endpoint }) })).statusCode).not.toBe(401);
  });

  it.each(guarded)('$name is allowed to a scope, or answered 403 with what it needs', async (each) => {
    const needed = neededFor(each);
    const ask = (scope: Scope) =>
      test.inject({
        method: each.endpoint.method,
        url: addressOf(each.endpoint),
        headers: { authorization: `Bearer ${tokens.get(scope)}` },
      });
    const allowed = scopes.filter((scope) => holds[scope].includes(needed));
    for (const scope of allowed) expect([401, 403], scope).not.toContain((await ask(scope)).statusCode);
    const before = await events();
    for (const scope of scopes.filter((other) => !allowed.includes(other))) {
      const answer = await ask(scope);
      expect(answer.statusCode, scope).toBe(403);
      expect(answer.json()).toEqual({
        detail:
          needed === 'person'
            ? 'This needs a signed-in person: a token is not enough'
            : `This needs ${needed}; this token has ${scope}`,
      });
    }
    expect(await events()).toBe(before);
  });

  it('shows the path of a Slack webhook only to callers who may change it', async () => {
    await test.request('POST', '/websites/', { name: 'Shop', description: '' });
    const webhook_url = 'https://hooks.slack.com/services/T1/B2/planted';
    await test.request('POST', '/slack/websites/1/slack', { enabled: true, webhook_url });
    const shownTo = async (token = ''): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await test.inject({ url: '/api/slack/websites/1/slack', headers });
      return answer.json<{ webhook_url: string }>().webhook_url;
    };
    expect(await shownTo(tokens.get('read'))).toBe('https://hooks.slack.com/********');
    expect(await shownTo(test.token)).toBe(webhook_url);
  });

  it('states the required scope of each, also in the API description', async () => {
    const { paths } = (await test.inject({ url: '/api/openapi.json' })).json();
    expect(paths['/api/backup/create'].post.security).toEqual([{ bearer: ['backup'] }]);
    expect(paths['/api/auth/me'].get.security).toEqual([{ bearer: [] }]);
    expect(paths['/api/tokens'].post).toMatchObject({ security: [{ bearer: [] }], 'x-signed-in': true });
    expect(paths['/api/public/status'].get.security).toEqual([]);
    expect(paths['/api/websites'].post.responses).toHaveProperty('403');
  });
});
