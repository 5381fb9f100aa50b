import { expect, test } from 'vitest';
import { glyphsFor } from '../glyphs.ts';
import { plainText } from '../paint.ts';
import { checkCells, checkStrip } from './check-strip.ts';

const recent = (states: string) => ({ states, ms: [...states].map(() => 120) });
const drawn = (states: string | undefined, cells: number, unicode = true): string =>
  plainText({ spans: checkStrip(states === undefined ? undefined : recent(states), cells, glyphsFor(unicode)) });

test('each check is a cell with a sign of its own: up, slow, failed', () => {
  expect(drawn('uusd', 4)).toBe('▄▄▆✗');
  expect(drawn('uusd', 4, false)).toBe('..!x');
});

test('the newest checks are at the right edge; missing checks have no data', () => {
  expect(drawn('ddduu', 2)).toBe('▄▄');
  expect(drawn('d', 4)).toBe('···✗');
  expect(drawn('', 3, false)).toBe('???');
});

test('a server that sends no recent checks leaves the cells blank', () => {
  expect(drawn(undefined, 3)).toBe('   ');
  expect(drawn('uuu', 0)).toBe('');
});

test('equal neighbours are one span, with the colour of their state', () => {
  expect(checkStrip(recent('uud'), 3, glyphsFor(true))).toEqual([
    { text: '▄▄', role: 'good', isBar: true },
    { text: '✗', role: 'bad', isBar: true },
  ]);
});

test('20 checks at 80 columns and 60 at 120, but no more than there are, and none below', () => {
  const all = recent('u'.repeat(48));
  expect([79, 80, 119, 120, 300].map((columns) => checkCells([all], columns))).toEqual([0, 20, 20, 48, 48]);
  expect(checkCells([recent('uu'), undefined, recent('uuu')], 80)).toBe(3);
  expect(checkCells([undefined, recent('')], 120)).toBe(0);
});
