import { type AnswerHead, headerList, InvalidAnswerError } from './answer-head.ts';
import { createChunkReader } from './chunk-reader.ts';

/** Extracts the body from the bytes after the head. */
export interface BodyFraming {
  /** The body's content in the next bytes; drops bytes after its end. Throws InvalidAnswerError. */
  read(bytes: Buffer): Buffer;
  readonly isComplete: boolean;
  /** Whether the body ends with the connection. */
  readonly endsWithConnection: boolean;
}

const bodilessStatuses: ReadonlySet<number> = new Set([101, 204, 304]);

/**
 * How the body of a response is delimited (RFC 9112, section 6.3). Chunks take precedence over a length, and repeated
 * lengths must be equal.
 * @throws InvalidAnswerError
 */
export function framingOf(head: AnswerHead, method: string): BodyFraming {
  if (method === 'HEAD' || bodilessStatuses.has(head.status)) return sizedBody(0);
  const codings = headerList(head, 'transfer-encoding').filter((coding) => coding !== 'identity');
  if (codings.includes('chunked')) return createChunkReader();
  const length = codings.length > 0 ? null : contentLength(headerList(head, 'content-length'));
  return length === null ? bodyToTheEnd : sizedBody(length);
}

const bodyToTheEnd: BodyFraming = { read: (bytes) => bytes, isComplete: false, endsWithConnection: true };

function sizedBody(length: number): BodyFraming {
  let left = length;
  return {
    read(bytes) {
      const content = bytes.subarray(0, left);
      left -= content.length;
      return content;
    },
    get isComplete() {
      return left === 0;
    },
    endsWithConnection: false,
  };
}

function contentLength(values: readonly string[]): number | null {
  const [first] = values;
  if (first === undefined) return null;
  const isNumber = values.every((value) => /^\d+$/.test(value) && Number.isSafeInteger(Number(value)));
  if (!isNumber) throw new InvalidAnswerError('its Content-Length is not a number');
  const other = values.find((value) => Number(value) !== Number(first));
  if (other !== undefined) throw new InvalidAnswerError(`it has two lengths, Content-Length ${first} and ${other}`);
  return Number(first);
}
