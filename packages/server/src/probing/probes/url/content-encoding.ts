import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
type Coding = keyof typeof decoders;
const isKnown = (coding: string): coding is Coding => Object.hasOwn(decoders, coding);

/** Nobody compresses a page more often, except to keep us busy. */
const mostCodings = 3;

/**
 * The decoders of a Content-Encoding such as `gzip, br` (RFC 9110, section 8.4), the last encoding first. None for an
 * encoding that we do not know: such a body is taken as it is.
 * @throws TooManyEncodingsError when it was encoded more than 3 times
 */
export function decodersOf(contentEncoding = ''): (Gunzip | BrotliDecompress)[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > mostCodings) throw new TooManyEncodingsError();
  if (!codings.every(isKnown)) return [];
  return codings.reverse().map((coding) => decoders[coding]());
}

/** A body that was encoded too many times is not read. */
export class TooManyEncodingsError extends Error {
  override readonly name = 'TooManyEncodingsError';
  readonly code = 'EENCODINGS';

  constructor() {
    super(`the body is compressed more than ${mostCodings} times`);
  }
}

/** A body that inflates to more than the limit is not read further. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'EBODYTOOLARGE';

  constructor() {
    super('the body inflates to more than is read');
  }
}
