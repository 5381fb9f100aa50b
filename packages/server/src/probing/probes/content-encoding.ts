import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
type Coding = keyof typeof decoders;
const isKnown = (coding: string): coding is Coding => Object.hasOwn(decoders, coding);

/** Nobody compresses more than twice but to keep us busy. */
const mostCodings = 3;

/**
 * What undoes a Content-Encoding such as `gzip, br`, in the order in which it must be undone. None for an encoding
 * that we do not know: such a body is taken as it is.
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

export class TooManyEncodingsError extends Error {
  override readonly name = 'TooManyEncodingsError';
  readonly code = 'EENCODINGS';

  constructor() {
    super(`the body is compressed more than ${mostCodings} times`);
  }
}

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'EBODYTOOLARGE';

  constructor() {
    super('the body inflates to more than is read');
  }
}
