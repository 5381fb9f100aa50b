import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { lastBytes, readEnd } from './read-end.ts';

it('keeps the last bytes of a long stream', async () => {
  const parts = Array.from({ length: 500 }, (_, at) => Buffer.from(`line ${at}\n`.repeat(10)));
  const whole = Buffer.concat(parts).toString();
  expect(await readEnd(Readable.from(parts), 1000)).toBe(whole.slice(-1000));
  expect(await readEnd(Readable.from(parts.slice(0, 2)), 1000)).toBe(Buffer.concat(parts.slice(0, 2)).toString());
});

it('cuts no character in two', () => {
  expect(lastBytes(Buffer.from('aééb'), 4)).toBe('éb');
  expect(lastBytes(Buffer.from('aééb'), 6)).toBe('aééb');
});
