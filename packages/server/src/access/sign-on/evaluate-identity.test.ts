import { describe, expect, it } from 'vitest';
import { evaluateIdentity, groupsIn, type Identity, type IdentityRules, type KnownUser } from './evaluate-identity.ts';

const rules: IdentityRules = {
  domains: [],
  roleClaim: null,
  roleMap: { ops: 'admin', dev: 'editor' },
  defaultRole: null,
};
const byClaim: IdentityRules = { ...rules, roleClaim: 'groups' };
const ann: Identity = {
  issuer: 'https://id.example.org',
  subject: 'ann',
  verifiedEmail: 'ann@example.org',
  name: 'Ann',
  groups: [],
};
const invited: KnownUser = { id: 7, status: 'invited', role: 'viewer' };
const active: KnownUser = { ...invited, status: 'active' };
const nobody = { known: null, byEmail: null };

describe('whose identity is known', () => {
  it('signs in with the stored role', () => {
    expect(evaluateIdentity(rules, ann, { known: active, byEmail: null })).toEqual({
      is: 'in',
      userId: 7,
      isLinked: true,
      role: 'viewer',
      endsSessions: false,
    });
  });

  it('gets the highest role of the claim', () => {
    const found = { known: active, byEmail: active };
    const of = (...groups: string[]) => evaluateIdentity(byClaim, { ...ann, groups }, found);
    expect(of('dev')).toMatchObject({ is: 'in', role: 'editor', endsSessions: false });
    expect(of('dev', 'ops')).toMatchObject({ is: 'in', role: 'admin' });
    expect(of('ops', 'dev', 'other')).toMatchObject({ is: 'in', role: 'admin' });
  });

  it('is refused when the claim gives no role any more, and the open sessions end', () => {
    const found = { known: active, byEmail: active };
    expect(evaluateIdentity(byClaim, { ...ann, groups: ['constructor'] }, found)).toEqual({
      is: 'out',
      why: 'no_role',
      endsSessionsOf: 7,
    });
    expect(evaluateIdentity({ ...byClaim, defaultRole: 'viewer' }, ann, found)).toMatchObject({
      is: 'in',
      role: 'viewer',
      endsSessions: true,
    });
  });

  it('is refused while disabled', () => {
    const known: KnownUser = { ...active, status: 'disabled' };
    expect(evaluateIdentity(rules, ann, { known, byEmail: known })).toMatchObject({ is: 'out', why: 'unknown' });
  });
});

describe('whose identity is new', () => {
  it('accepts an invitation with a verified address', () => {
    expect(evaluateIdentity(rules, ann, { known: null, byEmail: invited })).toEqual({
      is: 'in',
      userId: 7,
      isLinked: false,
      role: 'viewer',
      endsSessions: false,
    });
    const ops = { ...ann, groups: ['ops'] };
    expect(evaluateIdentity(byClaim, ops, { known: null, byEmail: invited })).toMatchObject({ role: 'admin' });
  });

  it('takes over no active user', () => {
    expect(evaluateIdentity(rules, ann, { known: null, byEmail: active })).toMatchObject({ is: 'out', why: 'unknown' });
    const open = { ...rules, defaultRole: 'viewer' } as const;
    expect(evaluateIdentity(open, ann, { known: null, byEmail: active })).toMatchObject({ is: 'out', why: 'unknown' });
  });

  it('becomes a user only with a default role and a verified address', () => {
    const open = { ...rules, defaultRole: 'viewer' } as const;
    expect(evaluateIdentity(rules, ann, nobody)).toEqual({ is: 'out', why: 'unknown', endsSessionsOf: null });
    expect(evaluateIdentity(open, ann, nobody)).toMatchObject({ is: 'in', userId: null, role: 'viewer' });
    expect(evaluateIdentity(open, { ...ann, verifiedEmail: null }, nobody)).toMatchObject({ is: 'out' });
  });
});

it('only verified addresses of listed domains are admitted', () => {
  const ours = { ...rules, domains: ['example.org'] };
  const found = { known: active, byEmail: null };
  const from = (verifiedEmail: string | null) => evaluateIdentity(ours, { ...ann, verifiedEmail }, found).is;
  expect(['ann@example.org', 'ann@evil.example.org', 'ann@example.org.evil.net', null].map(from)).toEqual([
    ...['in', 'out', 'out', 'out'],
  ]);
});

it('groups are a text or a list of texts, by name or by path', () => {
  expect(groupsIn({ groups: 'ops' }, 'groups')).toEqual(['ops']);
  expect(groupsIn({ groups: ['ops', 1, null] }, 'groups')).toEqual(['ops']);
  expect(groupsIn({ realm_access: { roles: ['dev'] } }, 'realm_access.roles')).toEqual(['dev']);
  expect(groupsIn({ 'https://a.example/roles': ['dev'] }, 'https://a.example/roles')).toEqual(['dev']);
  expect(groupsIn({}, 'constructor.name')).toEqual([]);
  expect(groupsIn({ groups: ['ops'] }, null)).toEqual([]);
});
