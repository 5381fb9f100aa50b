import { type BrotliDecompress, createBrotliDecompress, createInflateRaw, type InflateRaw } from 'node:zlib';
import { limits } from '@upvigil/core/limits';
import { type AnswerHead, headerList } from './answer-head.ts';

type Decoder = InflateRaw | BrotliDecompress;
type Decode = (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Ignores the checksum that should follow the content of gzip and deflate, as browsers and curl do. */
const decoders = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: unbrotli,
} satisfies Record<string, Decode>;
type Coding = keyof typeof decoders;
const isKnown = (coding: string): coding is Coding => Object.hasOwn(decoders, coding);

/** Bytes to decompress at a time. Each step yields to the event loop, which other checks use too. */
const outputBytes = 64 * 1024;

/** More encodings are refused: no real page has them, and each costs time. */
const mostCodings = 3;

/**
 * Undoes the encodings of a body, such as `['gzip', 'br']` (RFC 9110, section 8.4), last one first. Leaves a body with
 * an unknown encoding unchanged. Rejects if decompression fails, or if the body or the output of all decoders together
 * exceeds the limit: a body of 60 KB can expand to gigabytes.
 * @throws TooManyEncodingsError if it was encoded more than 3 times
 */
export function decodeBody(
  body: AsyncIterable<Buffer>,
  codings: readonly string[],
  mostBytes: number = limits.inflatedBodyBytes,
): AsyncIterable<Buffer> {
  const wanted = codings.filter((coding) => coding !== 'identity');
  if (wanted.length > mostCodings) throw new TooManyEncodingsError();
  const plain = limitBody(body, { left: mostBytes }, () => new BodyTooLongError());
  if (!wanted.every(isKnown)) return plain;
  const inflated = { left: mostBytes };
  return wanted.reduceRight(
    (encoded, coding) => limitBody(decoders[coding](encoded), inflated, () => new BodyTooLargeError()),
    plain,
  );
}

/** The encodings of a body in the order of their application; those of `Transfer-Encoding` last. */
export const contentCodings = (head: Pick<AnswerHead, 'headers'>): string[] =>
  ['content-encoding', 'transfer-encoding']
    .flatMap((name) => headerList(head, name))
    .filter((coding) => coding !== 'chunked');

/** Whether a complete body violates its declared encoding. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(EUNREADABLEBODY|EENCODINGS|Z_|ERR_BROTLI|ERR__ERROR|EBODYTOO)/.test(String(error.code));

async function* limitBody(
  body: AsyncIterable<Buffer>,
  budget: { left: number },
  tooMuch: () => Error,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw tooMuch();
    yield chunk;
  }
}

type Source = ReturnType<typeof openSource>;

/** A stream of bytes to which unread bytes can be returned. */
function openSource(body: AsyncIterable<Buffer>) {
  const chunks = body[Symbol.asyncIterator]();
  let unread: Buffer | null = null;
  return {
    /** Null at its end. */
    async next(): Promise<Buffer | null> {
      const bytes = unread;
      unread = null;
      if (bytes !== null) return bytes;
      const { value, done } = await chunks.next();
      return done ? null : value;
    },
    unread(bytes: Buffer): void {
      if (bytes.length > 0) unread = bytes;
    },
  };
}

async function* unbrotli(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = openSource(body);
  // A response without a body (204, 304) may still declare a compression.
  if (!(await skipStart(source, () => 0))) return;
  yield* decompress(source, createBrotliDecompress({ chunkSize: outputBytes }));
  await skipRest(source);
}

async function* inflate(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = openSource(body);
  if (!(await skipStart(source, zlibHeaderLength))) return;
  yield* decompress(source, createInflateRaw({ chunkSize: outputBytes }));
  await skipRest(source);
}

/** Decompresses all members of a gzip stream (RFC 1952, section 2.2). */
async function* gunzip(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = openSource(body);
  let isAtStart = await skipStart(source, gzipHeaderLength);
  while (isAtStart) {
    yield* decompress(source, createInflateRaw({ chunkSize: outputBytes }));
    await skipStart(source, (start) => (start.length < gzipTrailerBytes ? null : gzipTrailerBytes));
    isAtStart = (await isGzipNext(source)) && (await skipStart(source, gzipHeaderLength));
  }
  await skipRest(source);
}

const gzipTrailerBytes = 8;

async function isGzipNext(source: Source): Promise<boolean> {
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const chunk = await source.next();
    if (chunk === null) return false;
    start = Buffer.concat([start, chunk]);
  }
  source.unread(start);
  return start[0] === 0x1f && start[1] === 0x8b;
}

/**
 * Skips as many bytes at the start as `lengthOf` returns; null means that it needs more bytes. Returns false for an
 * empty stream.
 */
async function skipStart(source: Source, lengthOf: (start: Buffer) => number | null): Promise<boolean> {
  let start = Buffer.alloc(0);
  for (;;) {
    const chunk = await source.next();
    if (chunk === null) return start.length > 0;
    start = Buffer.concat([start, chunk]);
    const length = lengthOf(start);
    if (length === null && start.length > mostHeaderBytes) throw new UnreadableBodyError();
    if (length === null) continue;
    source.unread(start.subarray(length));
    return true;
  }
}

const mostHeaderBytes = 64 * 1024;

/** Reads to the end, because a connection that breaks after the content is an error too. */
async function skipRest(source: Source): Promise<void> {
  while ((await source.next()) !== null);
}

/** Reads the source as far as the decoder needs it. */
async function* decompress(source: Source, decoder: Decoder): AsyncGenerator<Buffer> {
  const feeding = feed(decoder, source);
  try {
    for await (const chunk of decoder) yield chunk;
    await feeding;
  } finally {
    decoder.destroy();
  }
}

async function feed(decoder: Decoder, source: Source): Promise<void> {
  let written = 0;
  try {
    for (;;) {
      const chunk = await source.next();
      if (chunk === null) {
        decoder.end();
        return;
      }
      written += chunk.length;
      await write(decoder, chunk);
      if (decoder.destroyed) return;
      // Bytes that the decoder did not consume follow the end of its content.
      const unused = written - decoder.bytesWritten;
      if (unused === 0) continue;
      source.unread(chunk.subarray(chunk.length - unused));
      return;
    }
  } catch (error) {
    decoder.destroy(error as Error);
  }
}

/** Resolves when the decoder has consumed the chunk, or is destroyed. */
function write(decoder: Decoder, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      decoder.removeListener('close', done);
      resolve();
    };
    decoder.once('close', done);
    decoder.write(chunk, done);
  });
}

/** For `deflate`: some servers omit the zlib header (RFC 9110, section 8.4.1.2, mentions them). */
function zlibHeaderLength(start: Buffer): number | null {
  if (start.length < 2) return null;
  const isZlib = ((start[0] ?? 0) & 0x0f) === 8 && start.readUInt16BE(0) % 31 === 0;
  return isZlib ? 2 : 0;
}

const gzipFlags = { headerChecksum: 2, extra: 4, name: 8, comment: 16 } as const;

/** RFC 1952, section 2.3. */
function gzipHeaderLength(start: Buffer): number | null {
  const isGzip = [0x1f, 0x8b, 8].every((byte, at) => at >= start.length || start[at] === byte);
  if (!isGzip) throw new UnreadableBodyError();
  const flags = start[3] ?? 0;
  let length = 10;
  if (flags & gzipFlags.extra) {
    if (start.length < length + 2) return null;
    length += 2 + start.readUInt16LE(length);
  }
  for (const flag of [gzipFlags.name, gzipFlags.comment]) {
    if (!(flags & flag)) continue;
    const end = start.indexOf(0, length);
    if (end < 0) return null;
    length = end + 1;
  }
  if (flags & gzipFlags.headerChecksum) length += 2;
  return start.length < length ? null : length;
}

/** The body violates its declared encoding. */
class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
  readonly code = 'EUNREADABLEBODY';
}

/** The body was encoded too many times. */
class TooManyEncodingsError extends Error {
  override readonly name = 'TooManyEncodingsError';
  readonly code = 'EENCODINGS';

  constructor() {
    super(`the body is compressed more than ${mostCodings} times`);
  }
}

/** The decompressed body exceeds the limit. */
class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'EBODYTOOLARGE';
}

/** The body as sent exceeds the limit. */
class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
  readonly code = 'EBODYTOOLONG';
}
