import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One body with its headers, ready to be written. Headers are name, value, name, value: the form that Node writes fastest. */
interface Variant {
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
  body: Buffer;
}

/** An answer that is held whole in memory, so that a request costs neither SQL nor serialisation nor compression. */
export type CachedResponse = Readonly<Record<Encoding, Variant>>;

export interface AnswerForm {
  contentType: string;
  cacheControl: string;
  /** Further headers: name, value, name, value. */
  headers?: readonly string[];
  /** Names for Vary beside Accept-Encoding. */
  vary?: string;
}

export interface CompressedBodies {
  gzip: Buffer;
  br: Buffer;
}

/** Below this a compressed body saves less than a packet. */
const worthCompressingBytes = 600;

/** Quick settings: what is built anew every second must cost little; it is still within 10 % of the best. */
const quickly = (body: Buffer): CompressedBodies => ({
  gzip: gzipSync(body, { level: 5 }),
  br: brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }),
});

/** Builds an answer. `compressed` is null for what is packed already, such as an image. */
export function makeCachedResponse(
  content: string | Buffer,
  form: AnswerForm,
  compress: ((body: Buffer) => CompressedBodies) | null = quickly,
): CachedResponse {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const identity = makeVariant(body, etag, 'identity', form);
  if (!compress || body.length < worthCompressingBytes) return { identity, gzip: identity, br: identity };
  const { gzip, br } = compress(body);
  return { identity, gzip: makeVariant(gzip, etag, 'gzip', form), br: makeVariant(br, etag, 'br', form) };
}

function makeVariant(body: Buffer, hash: string, encoding: Encoding, form: AnswerForm): Variant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const vary = form.vary ? `${form.vary}, Accept-Encoding` : 'Accept-Encoding';
  const lasting = ['ETag', etag, 'Cache-Control', form.cacheControl, 'Vary', vary, ...(form.headers ?? [])];
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    etag,
    body,
    notModifiedHeaders: lasting,
    headers: [
      ...['Content-Type', form.contentType, 'Content-Length', String(body.length), 'X-Content-Type-Options', 'nosniff'],
      ...coding,
      ...lasting,
    ],
  };
}

/** Writes an answer in the best encoding that the client reads, or 304 when it has it already. HEAD gets no body. */
export function writeCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  status = 200,
): void {
  const variant = answer[chooseEncoding(request.headers['accept-encoding'])];
  const known = request.headers['if-none-match'];
  if (known !== undefined && status === 200 && hasEtag(known, variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end();
    return;
  }
  response.writeHead(status, variant.headers).end(variant.body);
}

/** Cache validation compares weakly: a proxy may have put W/ before the tag. */
const hasEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return bare === etag || bare === '*';
  });

/** The encoding to answer with: brotli before gzip, unless the client gives it the weight 0. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  if (typeof acceptEncoding !== 'string') return 'identity';
  if (!acceptEncoding.includes('q=')) return firstOf(acceptEncoding);
  const accepted = acceptEncoding.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  return firstOf(accepted.join(','));
}

function firstOf(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
