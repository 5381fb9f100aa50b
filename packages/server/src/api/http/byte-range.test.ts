import { expect, it } from 'vitest';
import { chooseRange } from './byte-range.ts';

const file = { size: 100, etag: '"a"' };

it.each([
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=10-1000', { start: 10, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=99999999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=1-2,4-5', 'whole'],
  ['bytes=+1-2', 'whole'],
  ['items=1-2', 'whole'],
  ['', 'whole'],
] as const)('%j of a hundred bytes', (range, part) => {
  expect(chooseRange({ range }, file)).toEqual(part);
});

it('an empty file has no satisfiable range', () => {
  expect(chooseRange({ range: 'bytes=0-' }, { ...file, size: 0 })).toBe('unsatisfiable');
  expect(chooseRange({}, { ...file, size: 0 })).toBe('whole');
});

it('a range of another version of the file gets the whole file', () => {
  expect(chooseRange({ range: 'bytes=10-', 'if-range': '"a"' }, file)).toEqual({ start: 10, end: 99 });
  for (const known of ['"b"', 'W/"a"', '', 'Tue, 10 Mar 2026 12:00:00 GMT']) {
    for (const range of ['bytes=10-', 'bytes=100-']) {
      expect(chooseRange({ range, 'if-range': known }, file)).toBe('whole');
    }
  }
});
