import { expect, it } from 'vitest';
import { filterOf, monitorFacets, tagPrefixes, termLabel, withoutTerm, withTerm } from './monitor-filter.ts';

it('makes the filter of the API from the address, without unknown values', () => {
  expect(filterOf('', monitorFacets)).toEqual({});
  expect(filterOf(' shop ', { tag: 'env:,!owner:', kind: 'TLS', state: 'down', website: '7' })).toEqual({
    q: 'shop',
    tag: 'env:,!owner:',
    kind: 'TLS',
    state: 'down',
    website_id: 7,
  });
  expect(filterOf('', { ...monitorFacets, kind: 'GOPHER', state: 'odd', website: 'x' })).toEqual({});
});

it('adds and removes terms of tags', () => {
  expect(withTerm('', 'env:')).toBe('env:');
  expect(withTerm('env:', '!owner:')).toBe('env:,!owner:');
  expect(withTerm('env:', 'env:')).toBe('env:');
  expect(withoutTerm('env:,!owner:', 'env:')).toBe('!owner:');
  expect(termLabel('!owner:')).toBe('without owner:');
});

it('finds the prefixes of tags', () => {
  expect(tagPrefixes(['db', 'env:dev', 'env:prod', 'owner:ann', 'odd:'])).toEqual(['env:', 'owner:']);
});
