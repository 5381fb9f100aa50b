import { expect, test } from 'vitest';
import { countChange, timeChange } from './ledger.tsx';

test('a count shows its change from the previous period', () => {
  expect(countChange(3, 1)).toEqual({ short: '+2', words: '2 more', role: 'bad' });
  expect(countChange(0, 4)).toEqual({ short: '-4', words: '4 fewer', role: 'good' });
});

test('a time shows its change in percent', () => {
  expect(timeChange(0.56, 0.5)).toEqual({ short: '+12%', words: '12% slower', role: 'warn' });
  expect(timeChange(0.25, 0.5)).toEqual({ short: '-50%', words: '50% faster', role: 'good' });
});

test('an unchanged figure, or one without a previous value, shows no change', () => {
  expect([countChange(2, 2), countChange(2, undefined)]).toEqual([null, null]);
  expect([timeChange(0.5, 0.501), timeChange(0.5, null), timeChange(null, 0.5), timeChange(0.5, undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
