import { expect, it } from 'vitest';
import {
  filterOf,
  listedIntervals,
  monitorFacets,
  tagPrefixes,
  termLabel,
  withoutTerm,
  withTerm,
} from './monitor-filter.ts';

it('makes the filter of the API from the address, without unknown values', () => {
  expect(filterOf('', monitorFacets)).toEqual({});
  expect(
    filterOf(' shop ', { tag: 'env:,!owner:', kind: 'TLS', state: 'down', website: '7', interval: '300' }),
  ).toEqual({
    q: 'shop',
    tag: 'env:,!owner:',
    kind: 'TLS',
    state: 'down',
    website_id: 7,
    check_interval: 300,
  });
  expect(filterOf('', { ...monitorFacets, kind: 'GOPHER', state: 'odd', website: 'x', interval: '-1' })).toEqual({});
});

it('offers the usual intervals and the selected one', () => {
  expect(listedIntervals('')).toEqual([30, 60, 300, 900, 3600, 86_400]);
  expect(listedIntervals('120')).toEqual([30, 60, 120, 300, 900, 3600, 86_400]);
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
