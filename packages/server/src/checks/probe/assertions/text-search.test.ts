import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextSearch } from './text-search.ts';

/** Texts found in a body that arrives in these pieces. */
function find(texts: string[], pieces: (string | Uint8Array)[], mostBytes = 1000): boolean[] {
  const search = createTextSearch(texts, mostBytes);
  for (const piece of pieces) search.add(Buffer.from(piece));
  return texts.map((text) => search.found.get(text) ?? false);
}

describe('texts in a body that streams by', () => {
  it('are found wherever it is cut', () => {
    expect(find(['Welcome', 'Goodbye'], ['<h1>Wel', 'c', 'ome</h1>'])).toEqual([true, false]);
    expect(find(['aab'], ['a', 'a', 'a', 'b'])).toEqual([true]);
    expect(
      find(
        ['\u00e9t\u00e9'],
        [...Buffer.from('un \u00e9t\u00e9')].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual([true]);
  });

  it('are searched only in its first bytes', () => {
    expect(find(['end'], ['0123456789end'], 13)).toEqual([true]);
    expect(find(['end'], ['0123456789end'], 12)).toEqual([false]);
    expect(find(['end'], ['0123456', '789en', 'd'], 12)).toEqual([false]);
  });

  it('are there when they are empty, whatever the body is', () => {
    expect(find(['', 'a'], [])).toEqual([true, false]);
  });

  it('are the same as in the whole body, for any texts and pieces', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\u00e9'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 4 }), fc.array(letters), fc.nat(30), (texts, pieces, most) => {
        const whole = Buffer.from(pieces.join('')).subarray(0, most);
        expect(find(texts, pieces, most)).toEqual(texts.map((text) => whole.includes(text)));
      }),
    );
  });
});
