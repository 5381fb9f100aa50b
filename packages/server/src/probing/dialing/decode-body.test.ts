import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const text = Buffer.from('{"events": []}'.repeat(50));
const decoded = (body: Buffer, coding: string): string => decodeBody(body, coding, 10_000).toString();

it.each([
  ['', text],
  ['identity', text],
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['unknown', text],
])('decodes %s', (coding, body) => {
  expect(decoded(body, coding)).toBe(text.toString());
});

it('decodes what is there of a body that was cut off', () => {
  const body = gzipSync(text);
  expect(text.toString().startsWith(decoded(body.subarray(0, body.length - 10), 'gzip'))).toBe(true);
  expect(decoded(body.subarray(0, body.length - 10), 'gzip')).not.toBe('');
});

it('is empty where it cannot be decoded, inflates beyond the limit or is compressed too often', () => {
  expect(decoded(text, 'gzip')).toBe('');
  expect(decoded(gzipSync(Buffer.alloc(1_000_000)), 'gzip')).toBe('');
  expect(decoded(gzipSync(text), 'gzip, gzip, gzip, gzip')).toBe('');
});
