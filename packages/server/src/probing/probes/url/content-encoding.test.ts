import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodersOf, TooManyEncodingsError } from './content-encoding.ts';

/** What comes out of a body after all decoders. */
async function decode(encoding: string, body: Buffer): Promise<string> {
  let content = body;
  for (const decoder of decodersOf(encoding)) {
    decoder.end(content);
    const chunks: Buffer[] = [];
    for await (const chunk of decoder) chunks.push(chunk);
    content = Buffer.concat(chunks);
  }
  return content.toString();
}

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync('page')],
    ['X-GZIP', gzipSync('page')],
    ['deflate', deflateSync('page')],
    ['br', brotliCompressSync('page')],
    ['gzip, br', brotliCompressSync(gzipSync('page'))],
    ['identity,, gzip ,', gzipSync('page')],
  ])('in %s is undone in the right order', async (encoding, body) => {
    expect(await decode(encoding, body)).toBe('page');
  });

  it('in an encoding that we do not know is taken as it is', () => {
    expect([decodersOf('gzip, zstd'), decodersOf('toString'), decodersOf(''), decodersOf()]).toEqual([[], [], [], []]);
  });

  it('is refused when it is compressed to keep us busy', () => {
    expect(decodersOf('gzip, gzip, gzip')).toHaveLength(3);
    expect(() => decodersOf('gzip, gzip, gzip, gzip')).toThrow(TooManyEncodingsError);
  });
});
