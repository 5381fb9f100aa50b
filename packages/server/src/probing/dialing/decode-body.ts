import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';

type Decode = (body: Buffer, mostBytes: number) => Buffer;

// A body that was cut off at its limit has no end.
const gunzip: Decode = (body, maxOutputLength) => gunzipSync(body, { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH });
const brotli: Decode = (body, maxOutputLength) =>
  brotliDecompressSync(body, { maxOutputLength, finishFlush: zlib.BROTLI_OPERATION_FLUSH });
/** Many servers send it without the wrapping that RFC 9110, section 8.4.1.2, wants. */
const inflate: Decode = (body, maxOutputLength) => {
  const options = { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH };
  const isWrapped = body.length >= 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
  return isWrapped ? inflateSync(body, options) : inflateRawSync(body, options);
};

const decoders = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', brotli],
]);
/** Nobody compresses an answer more often, except to keep us busy. */
const mostCodings = 3;

/**
 * Decodes a small body by its Content-Encoding (RFC 9110, section 8.4). One in an unknown coding stays as it is. Empty where it
 * cannot be decoded, or inflates to more than `mostBytes`.
 */
export function decodeBody(body: Buffer, contentEncoding: string, mostBytes: number): Buffer {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return body;
  const chain = codings.toReversed().flatMap((coding) => decoders.get(coding) ?? []);
  if (chain.length < codings.length) return body;
  if (chain.length > mostCodings) return Buffer.alloc(0);
  try {
    return chain.reduce((decoded, decode) => decode(decoded, mostBytes), body);
  } catch {
    return Buffer.alloc(0);
  }
}
