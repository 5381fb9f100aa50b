import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextBuffer } from './text-buffer.ts';

const pieces = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 8_000, maxLength: 30_000 })));

it('has the bytes of all pieces, whatever their number, length and the expected size', () => {
  fc.assert(
    fc.property(pieces, fc.nat(100_000), (texts, expectedBytes) => {
      const buffer = new TextBuffer(expectedBytes);
      for (const text of texts) buffer.append(text);
      expect(buffer.bytes().equals(Buffer.from(texts.join('')))).toBe(true);
    }),
  );
});

it('grows when each character takes three bytes', () => {
  const text = '€'.repeat(20_000);
  const buffer = new TextBuffer(0);
  for (const character of text) buffer.append(character);
  expect(buffer.bytes().toString()).toBe(text);
});
