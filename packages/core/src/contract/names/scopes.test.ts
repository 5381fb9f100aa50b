import { describe, expect, it } from 'vitest';
import { cutScopes, leastScopes, mayUse, type Scope, scopes, tooFewScopes } from './scopes.ts';

/** Accesses that one scope suffices for. */
const usedBy = (scope: Scope): Scope[] => scopes.filter((access) => mayUse([scope], access));

describe('scopes', () => {
  it('include the previous ones; backup and deploy are separate, and admin includes all', () => {
    expect(usedBy('read')).toEqual(['read']);
    expect(usedBy('check')).toEqual(['read', 'check']);
    expect(usedBy('write')).toEqual(['read', 'check', 'write']);
    expect(usedBy('backup')).toEqual(['backup']);
    expect(usedBy('deploy')).toEqual(['deploy']);
    expect(usedBy('admin')).toEqual(scopes);
  });

  it('add up', () => {
    expect(mayUse(['backup', 'deploy'], 'deploy')).toBe(true);
    expect(mayUse(['backup', 'deploy'], 'read')).toBe(false);
  });

  it('do not matter for public endpoints, nor for those of any signed-in person', () => {
    expect([mayUse([], 'public'), mayUse([], 'any'), mayUse(['deploy'], 'any')]).toEqual([true, true, true]);
    expect(mayUse([], 'read')).toBe(false);
  });

  it('are reduced to those that no other one includes', () => {
    expect(leastScopes(['check', 'read', 'backup', 'read'])).toEqual(['check', 'backup']);
    expect(leastScopes(['deploy', 'admin', 'read'])).toEqual(['admin']);
  });

  it('are named in a refusal', () => {
    expect(tooFewScopes(['backup'], 'write')).toBe('This needs write; this token has backup');
    expect(tooFewScopes(['read', 'deploy'], 'admin')).toBe('This needs admin; this token has read and deploy');
    expect(tooFewScopes([], 'read')).toBe('This needs read; this token has nothing');
  });
});

describe('a token whose maker may do less now', () => {
  it.each<[Scope[], Scope[], Scope[]]>([
    [['admin'], ['admin'], ['admin']],
    [['admin'], ['write'], ['write']],
    [['admin'], ['read'], ['read']],
    [['write'], ['read'], ['read']],
    [['read'], ['write'], ['read']],
    [['check', 'backup'], ['write'], ['check']],
    [['backup'], ['write'], []],
    [['backup'], ['admin'], ['backup']],
    [['admin'], [], []],
  ])('of %j, with a maker of %j, may use %j', (ofToken, ofMaker, left) => {
    expect(cutScopes(ofToken, ofMaker)).toEqual(left);
  });
});
