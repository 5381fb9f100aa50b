import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** One body with its headers as a flat list of names and values, which Node writes fastest. */
interface Variant {
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
  body: Buffer;
}

/**
 * A response kept in memory, so that a request costs neither SQL nor serialisation. Each encoding is compressed once,
 * at its first request.
 */
export type CachedResponse = Readonly<Record<Encoding, Variant>>;

export interface AnswerForm {
  contentType: string;
  cacheControl: string;
  /** Further headers: name, value, name, value. */
  headers?: readonly string[];
  /** Names for Vary in addition to Accept-Encoding. */
  vary?: string;
}

type Compressors = Readonly<Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Buffer>>;

/** For smaller bodies compression saves less than a packet. */
const worthCompressingBytes = 600;

/** For documents rebuilt every second: fast, and within 10 % of the best compression. */
const quickly: Compressors = {
  gzip: (body) => gzipSync(body, { level: 5 }),
  br: (body) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
};

/** `compress` is null for content that is already compressed, such as an image. */
export function makeCachedResponse(
  content: string | Buffer,
  form: AnswerForm,
  compress: Compressors | null = quickly,
): CachedResponse {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const identity = makeVariant(body, etag, 'identity', form);
  if (!compress || body.length < worthCompressingBytes) return { identity, gzip: identity, br: identity };
  let gzip: Variant | undefined;
  let br: Variant | undefined;
  return {
    identity,
    get gzip() {
      gzip ??= makeVariant(compress.gzip(body), etag, 'gzip', form);
      return gzip;
    },
    get br() {
      br ??= makeVariant(compress.br(body), etag, 'br', form);
      return br;
    },
  };
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

/** The response to OPTIONS for a public document. */
export const allowedMethods = 'GET, HEAD, OPTIONS';
/** Preflight results may be cached for a day. */
const preflightSeconds = '86400';

/**
 * Writes the best encoding that the client accepts, or 304 when the client has this content. HEAD gets no body;
 * OPTIONS gets the CORS answer of the document's own headers.
 */
export function writeCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  status = 200,
): void {
  if (request.method === 'OPTIONS' && status === 200) {
    response.writeHead(204, allowHeaders(answer.identity.headers)).end();
    return;
  }
  const variant = answer[chooseEncoding(request.headers['accept-encoding'])];
  const known = request.headers['if-none-match'];
  if (known !== undefined && status === 200 && hasEtag(known, variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end();
    return;
  }
  response.writeHead(status, variant.headers).end(variant.body);
}

function allowHeaders(headers: readonly string[]): string[] {
  const isOpen = headers.some((header) => header.toLowerCase() === 'access-control-allow-origin');
  const preflight = ['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', allowedMethods];
  const names = ['Access-Control-Allow-Headers', '*', 'Access-Control-Max-Age', preflightSeconds];
  return ['Allow', allowedMethods, ...(isOpen ? [...preflight, ...names] : [])];
}

/** If-None-Match compares weakly (RFC 9110, section 13.1.2): a proxy may have added W/. */
const hasEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '');
    return bare === etag || bare === '*';
  });

/** Brotli before gzip. An encoding with weight 0 is not accepted. */
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
