import { expect, test } from 'vitest';
import { glyphsFor } from '../../output/glyphs.ts';
import { plainText } from '../../output/paint.ts';
import { resample, sparkline } from './sparkline.ts';

const samples = (...values: (number | null)[]) => values.map((value) => ({ value }));
const drawn = (values: (number | null)[], width: number, unicode = true): string =>
  plainText({ spans: sparkline(samples(...values), width, glyphsFor(unicode)) });

test('bars grow from zero to the highest value; a gap stays a gap', () => {
  expect(drawn([0, 1, null, 4, 8], 5)).toBe('▁▂ ▅█');
});

test('more samples than cells become means, fewer are repeated', () => {
  expect(resample(samples(1, 3, 5, null), 2).map(({ value }) => value)).toEqual([2, 5]);
  expect(resample(samples(1, 2), 4).map(({ value }) => value)).toEqual([1, 1, 2, 2]);
  expect(resample([], 4)).toEqual([]);
});

test('a stretch in which all failed is marked, not drawn as quick', () => {
  const spans = sparkline([{ value: null, isFailed: true }, { value: 2 }], 2, glyphsFor(true));
  expect(spans).toEqual([
    { text: '▁', role: 'bad', isBar: true },
    { text: '█', role: 'accent', isBar: true },
  ]);
});

test('without such signs figures stand there, as many as are whole', () => {
  expect(drawn([0.2, 0.4, 0.6], 40, false)).toBe('avg 0.40s max 0.60s min 0.20s');
  expect(drawn([0.2, 0.4, 0.6], 12, false)).toBe('avg 0.40s');
  expect(drawn([null], 12, false)).toBe('');
});

test('only zeros are a flat line', () => {
  expect(drawn([0, 0], 2)).toBe('▁▁');
});
