import { expect, it } from 'vitest';
import { absent, createLedger } from './ledger.ts';

const found = (facts: Record<string, string>) => new Map(Object.entries(facts));

it('what was answered must be there, and what was only asked may be', () => {
  const ledger = createLedger();
  ledger.ask('a', '1')();
  ledger.ask('a', '2');
  ledger.ask('b', 'x');
  expect(ledger.compare(found({ a: '2' }))).toEqual([]);
  expect(ledger.counts).toEqual({ answered: 1, unanswered: 2 });
  expect(ledger.compare(found({ a: '1' }))).toEqual(['a is 1, and should be 2']);
});

it('what was answered is not what was asked before', () => {
  const ledger = createLedger();
  ledger.ask('a', '1');
  ledger.ask('a', '2')();
  expect(ledger.compare(found({ a: '1' }))).toEqual(['a is 1, and should be 2']);
});

it('what was lost, came back, or was refused is noticed', () => {
  const ledger = createLedger();
  ledger.ask('lost', '1')();
  ledger.ask('gone', '1')();
  ledger.ask('gone', absent)();
  ledger.ask('refused', '1');
  ledger.withdraw('refused', '1');
  expect(ledger.compare(found({ gone: '1', refused: '1', strange: '1' }))).toEqual([
    'lost is null, and should be 1',
    'gone is 1, and should be null',
    'refused is 1, and should be null',
    'strange is 1, and should be null',
  ]);
});

it('a restore that was cut off is done wholly or not at all', () => {
  const ledger = createLedger();
  ledger.ask('a', '1')();
  ledger.ask('b', '1')();
  const then = ledger.snapshot();
  const change = (): void => {
    ledger.ask('a', '2')();
    ledger.ask('b', '2')();
    ledger.replace(then);
  };
  change();
  expect(ledger.compare(found({ a: '1', b: '1' }))).toEqual([]);
  change();
  expect(ledger.compare(found({ a: '2', b: '2' }))).toEqual([]);
  change();
  expect(ledger.compare(found({ a: '1', b: '2' }))).toEqual(['a is 1, and should be 2']);
});

it('after a restore that was answered, what came since is gone', () => {
  const ledger = createLedger();
  ledger.ask('a', '1')();
  const then = ledger.snapshot();
  ledger.ask('b', '1')();
  ledger.replace(then)();
  expect(ledger.compare(found({ a: '1', b: '1' }))).toEqual(['b is 1, and should be null']);
});
