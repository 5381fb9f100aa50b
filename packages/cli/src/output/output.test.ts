import { expect, test } from 'vitest';
import { cut, fit, widthOf } from './fit.ts';
import { glyphsFor } from './glyphs.ts';
import { toJson } from './json.ts';
import { bar, line, paint, plainText, span } from './paint.ts';
import { renderPipe } from './pipe.ts';
import { pluginLine } from './plugin-line.ts';
import { asciiStrip, stripSpans } from './strips/day-strip.ts';
import { type Column, renderTable } from './table.ts';

interface Row {
  id: number;
  name: string;
  time: string;
}
const columns: readonly Column<Row>[] = [
  { header: 'ID', text: ({ id }) => String(id), align: 'right' },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 6 },
  { header: 'TIME', text: ({ time }) => time.slice(11, 16), raw: ({ time }) => time, dropOrder: 1 },
];
const rows: Row[] = [
  { id: 1, name: 'Shop', time: '2026-11-20T18:24:00Z' },
  { id: 12, name: 'A much longer name', time: '2026-11-20T18:25:00Z' },
];
const table = (width: number): string[] =>
  renderTable(columns, rows, { width, glyphs: glyphsFor(true) }).map(plainText);

test('a table is as wide as its cells', () => {
  expect(table(80)).toEqual([
    'ID  NAME                TIME',
    ' 1  Shop                18:24',
    '12  A much longer name  18:25',
  ]);
});

test('a narrow table cuts columns that may be cut, then leaves out the least important ones', () => {
  expect(table(22)).toEqual(['ID  NAME         TIME', ' 1  Shop         18:24', '12  A much lon…  18:25']);
  expect(table(12)).toEqual(['ID  NAME', ' 1  Shop', '12  A much …']);
  expect(table(5).every((text) => text.length <= 5)).toBe(true);
});

test('a narrow table shortens a column that has a short form, before it cuts or leaves out others', () => {
  const uptime = { header: 'UPTIME', text: () => '100.00% (monitored 79% of the time)', short: () => '100.00% of 79%' };
  const lines = (width: number): string[] =>
    renderTable([...columns, uptime], rows.slice(0, 1), { width, glyphs: glyphsFor(true) }).map(plainText);
  expect(lines(53)[1]).toBe(' 1  Shop  18:24  100.00% (monitored 79% of the time)');
  expect(lines(40)[1]).toBe(' 1  Shop  18:24  100.00% of 79%');
});

test('a pipe gets everything, uncut, and no separator from within', () => {
  expect(renderPipe(columns, [{ id: 3, name: 'tab\there\nand', time: '2026-11-20T18:24:00Z' }])).toEqual([
    '3\ttab here and\t2026-11-20T18:24:00Z',
  ]);
});

test('widths count columns, not characters', () => {
  expect(widthOf('監視')).toBe(4);
  expect(widthOf('🚀')).toBe(2);
  expect(widthOf('é')).toBe(1);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('✓▲✗·›█…')).toBe(7);
});

test('a text is cut between grapheme clusters', () => {
  expect(cut('監視サービス', 5, '…')).toBe('監視…');
  expect(cut('監視サービス', 4, '…')).toBe('監…');
  expect(cut('abc', 3, '…')).toBe('abc');
  expect(cut('abc', 0, '…')).toBe('');
  expect(fit('監視サービス', 4, '…')).toBe('監… ');
  expect(fit('7', 3, '…', 'right')).toBe('  7');
});

test('bars of a selected line are not inverse, so that they stand upright', () => {
  const text = paint({ spans: [span('Shop '), bar('▄▆', 'good'), span(' UP')], selected: true }, true);
  expect(text).toBe('\u001b[7mShop \u001b[27m\u001b[32m▄▆\u001b[39m\u001b[7m UP\u001b[27m');
});

test('roles become codes that reset only themselves, so that a selected line stays inverted', () => {
  const text = paint({ ...line(span('UP', 'good'), ' Shop'), selected: true }, true);
  expect(text).toBe('\u001b[7m\u001b[32mUP\u001b[39m Shop\u001b[27m');
  expect(paint(line(span('UP', 'good')), false)).toBe('UP');
});

test('JSON holds no character that steers a terminal', () => {
  const value = { name: 'a\u001b[2J\u009b2J\u2028\u202e' };
  const text = toJson(value);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(JSON.parse(text)).toEqual(value);
});

test('a summary line keeps its figures apart from its text', () => {
  expect(
    pluginLine(1, 'slow | very', [
      { label: 'time', value: 6.1, unit: 's', warning: 5, critical: 30, min: 0 },
      { label: 'loss', value: null },
      { label: 'count', value: 3 },
    ]),
  ).toBe('UPVIGIL WARNING - slow / very | time=6.1s;5;30;0 count=3');
});

const day = (uptime: number | null, checks = 10) => ({
  date: '2026-11-20',
  uptime,
  checks: uptime === null ? 0 : checks,
});

test('a strip has thirty days, and missing days are unknown', () => {
  expect(asciiStrip([day(100), day(97), day(12)])).toBe(`${'?'.repeat(27)}.!x`);
  expect(asciiStrip([])).toBe('?'.repeat(30));
  expect(plainText({ spans: stripSpans([day(100), day(100), day(null)], glyphsFor(true)) })).toMatch(/·▄▄·$/);
});
