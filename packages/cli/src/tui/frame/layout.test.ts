import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../output/fit.ts';
import { glyphsFor } from '../../output/glyphs.ts';
import { line, plainText, span } from '../../output/paint.ts';
import { cells, cutSpans, frame, listRow, shareRows, sides, spansWidth, windowAround } from './layout.ts';

const text = (spans: readonly { text: string }[]): string => spans.map((each) => each.text).join('');
const spansOf = fc.array(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((each) => span(each)),
  { maxLength: 6 },
);

describe('spans in so many columns', () => {
  test('stay as they are where they fit, and else show that something follows', () => {
    const spans = [span('ab', 'good'), span('cd')];
    expect(cutSpans(spans, 4, '…')).toEqual(spans);
    expect(text(cutSpans(spans, 3, '…'))).toBe('ab…');
    expect(text(cutSpans(spans, 2, '…'))).toBe('a…');
    expect(text(cutSpans([span('監視'), span('x')], 4, '…'))).toBe('監…');
    expect(text(cutSpans(spans, 0, '…'))).toBe('');
  });

  test('are never wider', () => {
    fc.assert(
      fc.property(spansOf, fc.nat({ max: 30 }), (spans, width) => spansWidth(cutSpans(spans, width, '…')) <= width),
    );
  });
});

describe('two sides of a line', () => {
  test('fill its width; the left one is cut first', () => {
    const shown = (width: number) => plainText(sides([span('left part')], [span('right')], width, '…'));
    expect(shown(20)).toBe('left part      right');
    expect(shown(12)).toBe('left … right');
    expect(shown(4)).toBe('rig…');
  });

  test('never make it wider', () => {
    fc.assert(
      fc.property(spansOf, spansOf, fc.nat({ max: 40 }), (left, right, width) => {
        return widthOf(plainText(sides(left, right, width, '…'))) <= width;
      }),
    );
  });
});

test('cells stand one column apart, and one without width takes no place', () => {
  const row = [
    { text: 'name', width: 3 },
    { text: 'gone', width: 0 },
    { text: '7', width: 3, align: 'right' as const },
  ];
  expect(text(cells(row, '…'))).toBe('na…   7');
});

test('the row under the cursor is marked over the whole width', () => {
  const size = { columns: 6, rows: 1 };
  expect(plainText(listRow([span('abc')], true, size, glyphsFor(true)))).toBe('›abc  ');
  expect(plainText(listRow([span('abc')], false, size, glyphsFor(true)))).toBe(' abc');
  expect(plainText(listRow([span('abcdefgh')], true, size, glyphsFor(true)))).toBe('›abcd…');
});

test('a window shows the selected row, and never past the ends of a list', () => {
  expect([0, 5, 9].map((selected) => windowAround(10, selected, 4))).toEqual([
    { start: 0, end: 4 },
    { start: 3, end: 7 },
    { start: 6, end: 10 },
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.integer({ min: 1, max: 60 }), (count, any, height) => {
      const selected = any % count;
      const { start, end } = windowAround(count, selected, height);
      return start >= 0 && end <= count && start <= selected && selected < end && end - start <= height;
    }),
  );
});

describe('lines shared between lists', () => {
  const list = (wants: number, weight = 1, least = 1) => ({ wants, weight, least });

  test('go to each as it wants where there are enough, else by weight', () => {
    expect(shareRows(10, [list(3), list(4)])).toEqual([3, 4]);
    expect(shareRows(9, [list(20, 2), list(20, 1)])).toEqual([6, 3]);
    expect(shareRows(9, [list(2, 2), list(20, 1)])).toEqual([2, 7]);
  });

  test('leave each its least, and the last without where there is not even that', () => {
    expect(shareRows(6, [list(20, 9), list(20, 1, 3)])).toEqual([3, 3]);
    expect(shareRows(4, [list(9, 1, 3), list(9, 1, 3)])).toEqual([3, 1]);
  });
});

test('a frame has its foot at the bottom and is never taller or wider than the screen', () => {
  const shown = (rows: number) =>
    frame({ head: [line('head')], body: [line('one'), line('two')], foot: [line('foot')] }, { columns: 3, rows }, '…');
  expect(shown(5).map(plainText)).toEqual(['he…', 'one', 'two', '', 'fo…']);
  expect(shown(3).map(plainText)).toEqual(['he…', 'one', 'fo…']);
  expect(shown(1).map(plainText)).toEqual(['he…']);
});
