import type { ListedLine } from '@upvigil/core/contract/monitors';
import { expect, it } from 'vitest';
import { invalidText, previewSentence, reasonBlocked, withRepair } from './pasted-lines.ts';

const line = (number: number, status: ListedLine['status']) => ({ line: number, status }) as ListedLine;
const lines = [line(1, 'new'), line(2, 'invalid'), line(4, 'exists'), line(5, 'invalid')];

it('says what is created and what is left out', () => {
  expect(previewSentence(lines)).toBe('1 of 4 lines is created and checked at once. 1 exists already, 2 are left out.');
  expect(previewSentence([line(1, 'new'), line(2, 'new')])).toBe('2 of 2 lines are created and checked at once.');
});

it('keeps the invalid lines, by their numbers', () => {
  expect(invalidText('one\ntwo\n\nfour\nfive', lines)).toBe('two\nfive');
});

it('puts the repaired target into its line', () => {
  const text = 'a.example.org\nhttps://shop  example.org/returns Returns #env:prod\nping 10.0.0.1:80 Router';
  const joined = { line: 2, target: 'https://shop', repair: 'https://shop.example.org/returns' };
  expect(withRepair(text, joined).split('\n')[1]).toBe('https://shop.example.org/returns Returns #env:prod');
  const shorter = { line: 3, target: '10.0.0.1:80', repair: '10.0.0.1' };
  expect(withRepair(text, shorter).split('\n')[2]).toBe('ping 10.0.0.1 Router');
});

it('names the reason why nothing can be created', () => {
  expect(reasonBlocked(' \n', [])).toBe('Enter at least one address');
  expect(reasonBlocked('a\n'.repeat(201), [])).toBe('At most 200 lines at once');
  expect(reasonBlocked('a', undefined)).toBe('The preview is not loaded yet');
  expect(reasonBlocked('a', [line(1, 'exists')])).toBe('No line is a new monitor');
  expect(reasonBlocked('a', lines)).toBeUndefined();
});
