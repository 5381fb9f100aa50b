import { describe, expect, it } from 'vitest';
import { identityOf, scopesFor } from './oidc-client.ts';

const claims = { iss: 'https://id.example.org', sub: 'ann' };
const email = 'Ann@example.org';
const identity = (ofToken: object, ofUserInfo: object = {}, roleClaim: string | null = null) =>
  identityOf({ roleClaim }, { ...claims, ...ofToken }, { ...ofUserInfo });

describe('an address counts as verified', () => {
  it.each([
    ['as the standard has it', { email, email_verified: true }, {}],
    ['as text', { email, email_verified: 'true' }, {}],
    ['as text in the user info', {}, { email, email_verified: 'True' }],
    ['where the ID token has the address alone', { email }, { email, email_verified: true }],
  ])('%s', (_what, ofToken, ofUserInfo) => {
    expect(identity(ofToken, ofUserInfo).verifiedEmail).toBe('ann@example.org');
  });

  it.each([
    ['without a word of it', { email }, {}],
    ['that is false', { email, email_verified: 'false' }, { email, email_verified: true }],
    ['that is a number', { email, email_verified: 1 }, {}],
    ['of another address', { email }, { email: 'eve@example.org', email_verified: true }],
    ['that is a list', { email: [email], email_verified: true }, {}],
  ])('not %s', (_what, ofToken, ofUserInfo) => {
    expect(identity(ofToken, ofUserInfo).verifiedEmail).toBeNull();
  });
});

it('odd values of other claims are left out', () => {
  expect(identity({ name: 7, groups: { a: 1 } }, { name: 'Ann', groups: ['ops', 4, null] }, 'groups')).toMatchObject({
    name: 'Ann',
    groups: ['ops'],
  });
});

describe('the requested scopes', () => {
  it.each([
    ['the usual ones', null, null, ['openid', 'groups'], 'openid email profile'],
    ['groups where roles come by them', null, 'groups', ['openid', 'groups'], 'openid email profile groups'],
    ['no groups where there are none', null, 'groups', ['openid', 'email'], 'openid email profile'],
    ['no groups where the provider says nothing', null, 'groups', undefined, 'openid email profile'],
    ['those that are configured', ['email', 'teams'], 'groups', ['groups'], 'openid email teams'],
  ])('are %s', (_what, scopes, roleClaim, supported, asked) => {
    expect(scopesFor({ scopes, roleClaim }, supported)).toBe(asked);
  });
});
