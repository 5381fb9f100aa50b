import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './content-encoding.ts';

/** A body in reads of `size` bytes. */
async function* inReads(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

async function decode(
  codings: string[],
  body: Buffer,
  readBytes = body.length || 1,
  mostBytes?: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of decodeBody(inReads(body, readBytes), codings, mostBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const page = 'a page that is long enough for a block of its own, a page, a page, a page';
const named = (flags: number, extra: string): Buffer => {
  const body = gzipSync(page);
  const head = Buffer.from(body.subarray(0, 10));
  head[3] = flags;
  return Buffer.concat([head, Buffer.from(extra, 'latin1'), body.subarray(10)]);
};
const bodies: [string, string[], Buffer][] = [
  ['gzip', ['gzip'], gzipSync(page)],
  ['x-gzip', ['x-gzip'], gzipSync(page)],
  ['gzip with the name of its file', ['gzip'], named(8, 'index.html\0')],
  ['gzip with all that its header can have', ['gzip'], named(2 + 4 + 8 + 16, '\x03\x00abcname\0comment\0\x12\x34')],
  ['gzip without its checksum and length', ['gzip'], gzipSync(page).subarray(0, -8)],
  ['gzip with a part of them', ['gzip'], gzipSync(page).subarray(0, -3)],
  ['gzip with bytes behind it', ['gzip'], Buffer.concat([gzipSync(page), Buffer.from('\r\njunk')])],
  ['several gzip files', ['gzip'], Buffer.concat([gzipSync(page.slice(0, 9)), gzipSync(page.slice(9))])],
  ['deflate', ['deflate'], deflateSync(page)],
  ['deflate without its checksum', ['deflate'], deflateSync(page).subarray(0, -4)],
  ['deflate without the header of zlib', ['deflate'], deflateRawSync(page)],
  ['stored deflate without the header of zlib', ['deflate'], deflateRawSync(page, { level: 0 })],
  ['br', ['br'], brotliCompressSync(page)],
  ['gzip, then br', ['gzip', 'br'], brotliCompressSync(gzipSync(page))],
  ['identity and gzip', ['identity', 'gzip'], gzipSync(page)],
  ['nothing', [], Buffer.from(page)],
  ['an encoding that we do not know, as it is', ['gzip', 'zstd'], Buffer.from(page)],
];

describe('a body in', () => {
  it.each(bodies)('%s is read, in one read and byte by byte', async (_, codings, body) => {
    expect(await decode(codings, body)).toBe(page);
    expect(await decode(codings, body, 1)).toBe(page);
  });

  it.each(bodies.filter(([, codings]) => codings.length > 0))('%s may be empty', async (_, codings) => {
    expect(await decode(codings, Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['gzip that is cut off', ['gzip'], gzipSync(page).subarray(0, -12)],
    ['gzip that is cut off in its header', ['gzip'], gzipSync(page).subarray(0, 9)],
    ['deflate that is cut off', ['deflate'], deflateSync(page).subarray(0, -8)],
    ['raw deflate that is cut off', ['deflate'], deflateRawSync(page).subarray(0, -4)],
    ['br that is cut off', ['br'], brotliCompressSync(page).subarray(0, -4)],
    ['what only calls itself gzip', ['gzip'], Buffer.from('this is not gzip')],
    ['gzip whose header has no end', ['gzip'], named(8, 'x'.repeat(70_000))],
  ])('%s is refused', async (_, codings, body) => {
    await expect(decode(codings, body)).rejects.toThrow();
    await expect(decode(codings, body, 7)).rejects.toThrow();
  });

  it('more than three encodings is refused', async () => {
    await expect(decode(['gzip', 'gzip', 'gzip', 'gzip'], Buffer.alloc(9))).rejects.toMatchObject({
      code: 'EENCODINGS',
    });
  });
});

describe('the limit of a body', () => {
  it.each([
    ['plain', [], Buffer.from(page), 'EBODYTOOLONG'],
    ['inflated', ['gzip'], gzipSync('a'.repeat(9000)), 'EBODYTOOLARGE'],
    [
      'of which only the inner layer inflates',
      ['gzip', 'br'],
      brotliCompressSync(gzipSync('a'.repeat(9000))),
      'EBODYTOOLARGE',
    ],
    [
      'that goes on behind its compressed content',
      ['gzip'],
      Buffer.concat([gzipSync('a'), Buffer.alloc(9000)]),
      'EBODYTOOLONG',
    ],
  ])('holds for one that is %s', async (_, codings, body, code) => {
    await expect(decode(codings, body, 16, page.length - 1)).rejects.toMatchObject({ code });
  });

  it('lets a body through that just fits', async () => {
    expect(await decode([], Buffer.from(page), 16, page.length)).toBe(page);
    expect(await decode(['gzip'], gzipSync(page), 16, 100)).toBe(page);
  });
});

it('a body that breaks off behind its compressed content is broken', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield gzipSync(page);
    throw new Error('broke off');
  }
  const reading = (async () => {
    for await (const _ of decodeBody(broken(), ['gzip']));
  })();
  await expect(reading).rejects.toThrow('broke off');
});
