import { beforeEach, expect, it } from 'vitest';
import { createResultCredit, type ResultCredit } from './result-credit.ts';
import type { Allowed } from './thread/thread-messages.ts';

let sent: Partial<Allowed>[];
let allowance: ResultCredit;
beforeEach(() => {
  sent = [];
  allowance = createResultCredit((allowed) => sent.push(allowed));
});

it('sends results as a total from the start of the thread', () => {
  allowance.results(1000);
  allowance.take(800);
  allowance.results(900);
  expect(sent).toEqual([{ results: 1000 }, { results: 1700 }]);
});

it('sends no small changes, but always sends new results to a thread that used them up', () => {
  allowance.results(500);
  allowance.take(100);
  allowance.results(500);
  expect(sent).toEqual([{ results: 500 }]);
  allowance.take(400);
  allowance.results(500);
  expect(sent.at(-1)).toEqual({ results: 1000 });
});

it('lifts the limit, and sets it again', () => {
  allowance.results(500);
  allowance.results(Number.POSITIVE_INFINITY);
  allowance.results(Number.POSITIVE_INFINITY);
  allowance.results(700);
  expect(sent.map(({ results }) => results)).toEqual([500, Number.POSITIVE_INFINITY, 700]);
});

it('gives a new thread, which counts from zero, the current limits', () => {
  allowance.until(12_345);
  allowance.results(500);
  allowance.take(450);
  expect(allowance.restart()).toEqual({ until: 12_345, results: 500 });
  allowance.take(300);
  allowance.results(600);
  expect(sent.at(-1)).toEqual({ results: 900 });
});
