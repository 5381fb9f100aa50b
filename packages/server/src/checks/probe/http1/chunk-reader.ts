import { InvalidAnswerError } from './answer-head.ts';

/** Maximum bytes after a size in its line, and of all trailers together. */
const longestExtension = 4 * 1024;
const mostTrailerBytes = 64 * 1024;
/** Larger than any body that is read. */
const largestChunk = 2 ** 48;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const semicolon = 0x3b;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === carriageReturn;

/** The value of a hexadecimal digit; -1 for any other byte. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lowerCase = byte | 0x20;
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1;
}

/**
 * Reads a chunked body (RFC 9112, section 7.1). Accepts bare line feeds and white space around a size. Parses bytes one
 * by one between chunks, and joins the content of each read into one piece: a body in chunks of one byte must not cost
 * more than others, or it would delay checks of other targets.
 */
export function createChunkReader() {
  let state: 'size' | 'extension' | 'content' | 'after content' | 'trailers' | 'end' = 'size';
  let size = 0;
  let hasDigit = false;
  /** Bytes of the current line, or of all trailers. */
  let lineBytes = 0;
  let isLineEmpty = true;

  const startLine = (next: 'size' | 'trailers'): void => {
    state = next;
    size = 0;
    hasDigit = false;
    lineBytes = 0;
    isLineEmpty = true;
  };
  const endSize = (): void => {
    if (!hasDigit) throw new InvalidAnswerError('the size of a chunk is missing');
    if (size === 0) startLine('trailers');
    else state = 'content';
  };
  const addDigit = (digit: number): void => {
    size = size * 16 + digit;
    hasDigit = true;
    if (size > largestChunk) throw new InvalidAnswerError('a chunk is too large');
  };
  const readSize = (byte: number): void => {
    const digit = digitOf(byte);
    if (digit >= 0) addDigit(digit);
    else if (byte === lineFeed) endSize();
    else if (hasDigit && (byte === semicolon || isBlank(byte))) state = 'extension';
    else if (!isBlank(byte)) throw new InvalidAnswerError('the size of a chunk is not a hexadecimal number');
  };
  const readExtension = (byte: number): void => {
    lineBytes += 1;
    if (lineBytes > longestExtension) throw new InvalidAnswerError('a line between chunks is too long');
    if (byte === lineFeed) endSize();
  };
  const readTrailer = (byte: number): void => {
    lineBytes += 1;
    if (lineBytes > mostTrailerBytes) throw new InvalidAnswerError('its trailers are too large');
    if (byte !== lineFeed) isLineEmpty &&= byte === carriageReturn;
    else if (isLineEmpty) state = 'end';
    else isLineEmpty = true;
  };
  const readBetweenChunks = (byte: number): void => {
    if (state === 'size') readSize(byte);
    else if (state === 'extension') readExtension(byte);
    else if (state === 'trailers') readTrailer(byte);
    else if (byte === lineFeed) startLine('size');
    else if (byte !== carriageReturn) throw new InvalidAnswerError('a chunk is longer than its size');
  };

  return {
    read(bytes: Buffer): Buffer {
      const content = Buffer.allocUnsafe(bytes.length);
      let filled = 0;
      let at = 0;
      while (at < bytes.length && state !== 'end') {
        if (state !== 'content') {
          readBetweenChunks(bytes[at] ?? 0);
          at += 1;
          continue;
        }
        const end = Math.min(bytes.length, at + size);
        filled += copy(bytes, at, end, content, filled);
        size -= end - at;
        at = end;
        if (size === 0) state = 'after content';
      }
      return content.subarray(0, filled);
    },
    get isComplete(): boolean {
      return state === 'end';
    },
    endsWithConnection: false,
  };
}

/** Up to this many bytes, a loop is faster than a call of `copy`. */
const fewBytes = 32;

function copy(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  if (end - start > fewBytes) return from.copy(to, at, start, end);
  for (let index = start; index < end; index += 1) to[at + index - start] = from[index] ?? 0;
  return end - start;
}
