import type { TimeSlices } from '../time-slices.ts';
import { type AnswerHead, headLength, parseHead, refuseOtherProtocol } from './answer-head.ts';
import { type BodyFraming, framingOf } from './body-framing.ts';

/** Maximum bytes of a head, including interim responses. Some sites send more cookies than fit in 16 KiB. */
const mostHeadBytes = 64 * 1024;
/** Bytes of a response that are read without yielding; further ones wait for a time slice. */
const unslicedBytes = 64 * 1024;

export const switchingProtocols = 101;

export interface Answer {
  head: AnswerHead;
  /** The body as sent, without its framing. Rejects if the connection breaks before its end. */
  body: AsyncIterable<Buffer>;
}

/** The head exceeds the limit. */
class HeadTooLargeError extends Error {
  override readonly name = 'HeadTooLargeError';
  readonly code = 'EHEADTOOLARGE';
}

const cutOff = (): Error => Object.assign(new Error('closed before the answer was complete'), { code: 'ECONNRESET' });

/**
 * Reads a response from a connection. `method`: of the request. Without `timeSlices`, the response must be short.
 * Rejects with InvalidAnswerError, HeadTooLargeError, or the error of the connection; so does the body.
 */
export async function receiveAnswer(
  socket: AsyncIterable<Buffer>,
  method: string,
  timeSlices: Pick<TimeSlices, 'run'> | null,
): Promise<Answer> {
  const source = socket[Symbol.asyncIterator]();
  const { head, rest } = await receiveHead(source);
  return { head, body: receiveBody(source, rest, framingOf(head, method), timeSlices) };
}

/** Skips interim responses (RFC 9110, section 15.2). */
async function receiveHead(source: AsyncIterator<Buffer>): Promise<{ head: AnswerHead; rest: Buffer }> {
  let bytes: Buffer = Buffer.alloc(0);
  let skipped = 0;
  let searched = 0;
  for (;;) {
    const length = headLength(bytes, searched);
    if (skipped + Math.max(length, length < 0 ? bytes.length : 0) > mostHeadBytes) throw new HeadTooLargeError();
    if (length < 0) {
      // The end of a head takes up to three bytes, and may be split between two reads.
      searched = Math.max(0, bytes.length - 2);
      bytes = Buffer.concat([bytes, await nextOf(source)]);
      refuseOtherProtocol(bytes);
      continue;
    }
    const head = parseHead(bytes.subarray(0, length));
    bytes = bytes.subarray(length);
    if (head.status >= 200 || head.status === switchingProtocols) return { head, rest: bytes };
    skipped += length;
    searched = 0;
  }
}

async function* receiveBody(
  source: AsyncIterator<Buffer>,
  rest: Buffer,
  framing: BodyFraming,
  timeSlices: Pick<TimeSlices, 'run'> | null,
): AsyncGenerator<Buffer> {
  let received = rest.length;
  let content = framing.read(rest);
  for (;;) {
    if (content.length > 0) yield content;
    if (framing.isComplete) return;
    const { value: bytes, done } = await source.next();
    if (done && framing.endsWithConnection) return;
    if (done) throw cutOff();
    received += bytes.length;
    const isSliced = timeSlices !== null && received > unslicedBytes;
    content = isSliced ? await timeSlices.run(() => framing.read(bytes)) : framing.read(bytes);
  }
}

async function nextOf(source: AsyncIterator<Buffer>): Promise<Buffer> {
  const { value, done } = await source.next();
  if (done) throw cutOff();
  return value;
}
