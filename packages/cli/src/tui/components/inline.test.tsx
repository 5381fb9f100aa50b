import fc from 'fast-check';
import type { JSX } from 'react';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../output/fit.ts';
import { span } from '../../output/paint.ts';
import { drawElement } from '../../testing/draw-screen.tsx';
import { DataTable } from './data-table.tsx';
import { cutSpans, Inline, Row, Sides, spansWidth } from './inline.tsx';
import { Screen } from './screen.tsx';

const text = (spans: readonly { text: string }[]): string => spans.map((each) => each.text).join('');
const spansOf = fc.array(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((each) => span(each)),
  { maxLength: 6 },
);

const drawn = (element: JSX.Element, columns: number, rows = 9, color = false): string =>
  drawElement(element, { columns, rows: rows + 1, color }).join('\n');

describe('spans in so many columns', () => {
  test('stay unchanged if they fit, and otherwise show that more follows', () => {
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
    const shown = (width: number) => drawn(<Sides left={[span('left part')]} right={[span('right')]} />, width);
    expect(shown(20)).toBe('left part      right');
    expect(shown(12)).toBe('left … right');
    expect(shown(4)).toBe('rig…');
  });

  test('never make it wider', () => {
    fc.assert(
      fc.property(spansOf, spansOf, fc.integer({ min: 1, max: 40 }), (left, right, width) => {
        return widthOf(drawn(<Sides left={left} right={right} />, width)) <= width;
      }),
      { numRuns: 30 },
    );
  });
});

test('cells stand one column apart, and one without width takes no place', () => {
  const cell = (header: string, content: string, width?: number) => ({
    header,
    ...(width === undefined ? {} : { width }),
    cell: () => [content],
  });
  const columns = [
    cell('NAME', '監視 name', 6),
    cell('GONE', 'gone', 0),
    { ...cell('N', '7', 3), align: 'right' as const },
    cell('REST', 'all that is left'),
  ];
  const table = (
    <DataTable columns={columns} items={[1]} keyOf={(item) => item} selected={0} hasHeader about="1 of 9" />
  );
  expect(drawn(table, 24)).toBe(' NAME     N REST 1 of 9\n›監視 …   7 all that is…');
});

test('marks the row under the cursor and, with colour, inverts its whole width except bars', () => {
  const row = (isSelected: boolean) => (
    <Row isSelected={isSelected}>
      <Inline spans={['abc', { text: '▄', isBar: true }]} />
    </Row>
  );
  expect(drawn(row(true), 8)).toBe('›abc▄');
  expect(drawn(row(false), 8)).toBe(' abc▄');
  expect(drawn(row(true), 8, 9, true)).toBe('\u001b[7m›abc\u001b[27m▄\u001b[7m   \u001b[27m');
});

test('a screen has its foot at the bottom and is never taller or wider than the stage', () => {
  const screen = (
    <Screen head={<Inline spans={['head']} />} foot={<Inline spans={['foot']} />}>
      <Inline spans={['one']} />
      <Inline spans={['two']} />
    </Screen>
  );
  const shown = (rows: number) => drawn(screen, 3, rows).split('\n');
  expect(shown(5)).toEqual(['he…', 'one', 'two', '', 'fo…']);
  expect(shown(3)).toEqual(['he…', 'one', 'fo…']);
  expect(shown(2)).toEqual(['he…', 'fo…']);
});
