import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextBuffer } from './text-buffer.ts';

const pieces = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 8_000, maxLength: 30_000 })));

it('holds the bytes of all pieces, however many and long, and whatever was expected', () => {
  fc.assert(
    fc.property(pieces, fc.nat(100_000), (texts, expectedBytes) => {
      const buffer = new TextBuffer(expectedBytes);
      for (const text of texts) buffer.append(text);
      expect(buffer.bytes().equals(Buffer.from(texts.join('')))).toBe(true);
    }),
  );
});

it('grows where each character takes three bytes', () => {
  const text = '€'.repeat(20_000);
  const buffer = new TextBuffer(0);
  for (const character of text) buffer.append(character);
  expect(buffer.bytes().toString()).toBe(text);
});
