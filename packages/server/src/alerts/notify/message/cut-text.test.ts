import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutToFit, type Room, sizeOf } from './cut-text.ts';

const family = '👨‍👩‍👧';
const flag = '🇷🇴';

it('keeps what fits, and cuts the rest between graphemes', () => {
  expect(cutToFit('four', { most: 4, unit: 'characters' })).toBe('four');
  expect(cutToFit('five5', { most: 4, unit: 'characters' })).toBe('fiv…');
  expect(cutToFit('five5', { most: 4, unit: 'bytes' })).toBe('f…');
  expect(cutToFit('ă'.repeat(5), { most: 8, unit: 'bytes' })).toBe('ăă…');
  expect(cutToFit(`ab${family}cd`, { most: 10, unit: 'characters' })).toBe('ab…');
  expect(cutToFit(`a${flag.repeat(3)}`, { most: 9, unit: 'characters' })).toBe(`a${flag.repeat(1)}…`);
  expect(cutToFit('no room', { most: 0, unit: 'characters' })).toBe('');
});

it('cuts a grapheme of hundreds of characters in the middle, and splits no character', () => {
  const endless = Array(200).fill('👨').join('\u200d');
  for (const most of [100, 101, 102, 103]) {
    const text = cutToFit(endless, { most, unit: 'characters' });
    expect(text.length).toBeGreaterThan(most - 4);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  }
});

/** The same, grapheme by grapheme from the start. */
function cutSlowly(text: string, { most, unit }: Room): string {
  if (sizeOf(text, unit) <= most) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (sizeOf(`${kept}${segment}…`, unit) > most) break;
    kept += segment;
  }
  return sizeOf('…', unit) > most ? '' : `${kept.trimEnd()}…`;
}

it('cuts as if it had examined each grapheme', () => {
  const signs = fc.constantFrom('a', ' ', 'ă', 'e\u0301', '漢', '😀', family, flag, '\r\n', '👍🏽');
  const texts = fc.array(signs, { maxLength: 60 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, fc.nat(150), fc.constantFrom('characters', 'bytes'), (text, most, unit) => {
      expect(cutToFit(text, { most, unit })).toBe(cutSlowly(text, { most, unit }));
    }),
    { numRuns: 1_000 },
  );
});
