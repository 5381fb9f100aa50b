import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const oidc = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'upvigil', OIDC_CLIENT_SECRET: 'hush-hush' };
const proxy = { AUTH_PROXY_HEADER: 'X-Forwarded-Email', AUTH_PROXY_FROM: '10.0.0.5, 2001:db8::/32' };

describe('a provider', () => {
  it('is read with its rules', () => {
    const rules = {
      OIDC_DOMAINS: 'Example.org, example.com',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_MAP: 'ops=admin, cn=dev,ou=x=editor',
      OIDC_DEFAULT_ROLE: 'viewer',
      OIDC_SCOPES: 'email  profile,groups',
    };
    expect(() => readConfig({ ...oidc, ...rules })).toThrow(/OIDC_ROLE_MAP/);
    const { OIDC_ROLE_MAP: _, ...others } = rules;
    expect(readConfig({ ...oidc, ...others, OIDC_ROLE_MAP: 'ops=admin,a=b=editor' }).oidc).toEqual({
      issuer: 'https://id.example.org',
      clientId: 'upvigil',
      clientSecret: 'hush-hush',
      scopes: ['email', 'profile', 'groups'],
      label: 'Single sign-on',
      domains: ['example.org', 'example.com'],
      roleClaim: 'groups',
      roleMap: { ops: 'admin', 'a=b': 'editor' },
      defaultRole: 'viewer',
    });
    expect(readConfig({}).oidc).toBeNull();
  });

  it.each(['a"b', 'caf\u00e9', ','])('is not asked for the scope %s', (OIDC_SCOPES) => {
    expect(() => readConfig({ ...oidc, OIDC_SCOPES })).toThrow('OIDC_SCOPES must be the scopes');
  });

  it('needs client and secret, and a map a claim', () => {
    for (const missing of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER'])
      expect(() => readConfig({ ...oidc, [missing]: '' })).toThrow(`${missing} is missing`);
    expect(() => readConfig({ ...oidc, OIDC_ROLE_MAP: 'ops=admin' })).toThrow('OIDC_ROLE_CLAIM is missing');
    expect(() => readConfig({ ...oidc, OIDC_ROLE_CLAIM: 'groups' })).toThrow('OIDC_ROLE_MAP is missing');
  });

  it.each([
    ['http://id.example.org', false],
    ['http://127.0.0.1:3000', true],
    ['http://localhost:3000/realms/x', true],
    ['http://[::1]:3000', true],
    ['http://127.0.0.1.example.org', false],
    ['https://id.example.org/?tenant=1', false],
    ['https://user@id.example.org', false],
    ['id.example.org', false],
  ])('at %s may be asked: %s', (OIDC_ISSUER, isAllowed) => {
    const read = () => readConfig({ ...oidc, OIDC_ISSUER });
    if (isAllowed) expect(read().oidc?.issuer).toBe(OIDC_ISSUER);
    else expect(read).toThrow(ConfigError);
  });

  it('keeps its secret out of the message', () => {
    expect(() => readConfig({ ...oidc, OIDC_ISSUER: '' })).not.toThrow(/hush/);
  });
});

describe('an authenticating proxy', () => {
  it('is known by the address of its socket', () => {
    const { authProxy } = readConfig(proxy);
    expect(authProxy?.header).toBe('x-forwarded-email');
    const isProxy = ['10.0.0.5', '::ffff:10.0.0.5', '2001:db8::1', '10.0.0.6', '2001:db9::1', ''].map((address) =>
      authProxy?.isProxy(address),
    );
    expect(isProxy).toEqual([true, true, true, false, false, false]);
  });

  it.each(['on', 'true', '1', 'loopback', '0.0.0.0/0', '10.0.0.0/33', 'proxy.example.org'])('is never %s', (from) => {
    expect(() => readConfig({ ...proxy, AUTH_PROXY_FROM: from })).toThrow(/AUTH_PROXY_FROM must be/);
  });

  it('needs both: header and addresses', () => {
    expect(() => readConfig({ ...proxy, AUTH_PROXY_FROM: '' })).toThrow('AUTH_PROXY_FROM is missing');
    expect(() => readConfig({ ...proxy, AUTH_PROXY_HEADER: '' })).toThrow('AUTH_PROXY_HEADER is missing');
    expect(() => readConfig({ ...proxy, AUTH_PROXY_HEADER: 'Authorization' })).toThrow(/AUTH_PROXY_HEADER must be/);
    expect(readConfig({}).authProxy).toBeNull();
  });
});
