import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { createTimeSlices } from '../time-slices.ts';
import { headersByName } from './answer-head.ts';
import { receiveAnswer } from './receive-answer.ts';

/** A connection that delivers these bytes in reads of `size`, and then ends. */
async function* inReads(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const timeSlices = createTimeSlices(systemClock);

async function receive(answer: string | Buffer, method = 'GET', readBytes?: number) {
  const bytes = Buffer.from(answer);
  const { head, body } = await receiveAnswer(inReads(bytes, readBytes ?? bytes.length), method, timeSlices);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status: head.status, headers: headersByName(head), body: Buffer.concat(chunks).toString() };
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

describe('an answer that browsers and curl accept', () => {
  it.each<[string, string | Buffer, string?]>([
    ['with a length', `${ok}Content-Length: 2\r\n\r\nok`],
    ['with more bytes than its length', `${ok}Content-Length: 2\r\n\r\nok, and more`],
    ['with the same length twice', `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
    ['with the same length twice in one line', `${ok}Content-Length: 2, 02\r\n\r\nok`],
    ['with an empty length', `${ok}Content-Length:\r\n\r\nok`],
    ['until the connection closes', `${ok}\r\nok`],
    ['in HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok'],
    ['without a reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
    ['with an empty line before it', `\r\n${ok}Content-Length: 2\r\n\r\nok`],
    ['after others that announce it', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\n${ok}\r\nok`],
    ['with line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['with line feeds here and there', 'HTTP/1.1 200 OK\r\nA: b\nContent-Length: 2\r\n\nok'],
    ['with a line without a colon', `${ok}Hello there\r\nContent-Length: 2\r\n\r\nok`],
    ['with white space before a colon', `${ok}Content-Length : 2\r\n\r\nok`],
    ['in chunks', `${chunked}2\r\nok\r\n0\r\n\r\n`],
    ['in chunks of one byte', `${chunked}1\r\no\r\n1\r\nk\r\n0\r\n\r\n`],
    ['in chunks with line feeds alone', 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n'],
    ['in chunks whose sizes have white space', `${chunked}2  \r\nok\r\n0 \r\n\r\n`],
    ['in chunks with extensions', `${chunked}2;a="b"\r\nok\r\n000;c\r\n\r\n`],
    ['in chunks with trailers', `${chunked}00002\r\nok\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n`],
    ['in chunks, and more behind them', `${chunked}2\r\nok\r\n0\r\n\r\nmore`],
    ['with a length and in chunks', `${ok}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['in chunks and with a length', `${ok}Transfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['in the encoding identity', `${ok}Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok`],
  ])('is read %s, in one read and byte by byte', async (_, answer) => {
    expect(await receive(answer)).toMatchObject({ status: 200, body: 'ok' });
    expect(await receive(answer, 'GET', 1)).toMatchObject({ status: 200, body: 'ok' });
  });

  it.each([
    ['to HEAD', `${ok}Content-Length: 100\r\n\r\n`, 'HEAD', 200],
    ['204', 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok', 'GET', 204],
    ['304', 'HTTP/1.1 304 Not\r\nTransfer-Encoding: chunked\r\n\r\n', 'GET', 304],
    ['with the length 0', `${ok}Content-Length: 0\r\n\r\nmore`, 'GET', 200],
    ['101', 'HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x05hello', 'GET', 101],
  ])('has no body: %s', async (_, answer, method, status) => {
    expect(await receive(answer, method)).toMatchObject({ status, body: '' });
  });

  it.each<[string, string, string[]]>([
    ['a folded one', 'X: one\r\n  two\r\n\tthree', ['one two three']],
    ['one that begins on the next line', 'X:\r\n one', [' one'.trim()]],
    ['one that stands twice', 'X: one\r\nx: two', ['one', 'two']],
    ['UTF-8', 'X: Zürich – Ω', ['Zürich – Ω']],
    ['one with a colon', 'X: http://a:1/', ['http://a:1/']],
  ])('has each header whole: %s', async (_, lines, expected) => {
    expect((await receive(`${ok}${lines}\r\n\r\n`)).headers.x).toEqual(expected);
  });

  it('has the bytes of a header that is not UTF-8 as Latin-1, and those of an address as they must be asked for', async () => {
    const answer = Buffer.from(`${ok}X: caf\u00e9\r\nLocation: /caf\u00e9/\r\n\r\n`, 'latin1');
    expect((await receive(answer)).headers).toMatchObject({ x: ['café'], location: ['/caf%E9/'] });
  });
});

it.each([
  ['a reason of blanks', `HTTP/1.1 200${' '.repeat(60_000)}\rx\r\n\r\n`],
  ['thousands of equal headers', `${ok}${'a:\n'.repeat(21_000)}\r\n`],
])('takes linear time for a hostile head: %s', async (_, answer) => {
  const started = performance.now();
  await receive(answer);
  expect(performance.now() - started).toBeLessThan(500);
});

describe('an answer that is refused says which rule it breaks:', () => {
  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'it does not begin with "HTTP/" and a version'],
    ['<html>', 'it does not begin with "HTTP/" and a version'],
    ['HTTP/1.1 OK\r\n\r\n', 'its first line has no status of three digits'],
    ['HTTP/1.1 2000 OK\r\n\r\n', 'its first line has no status of three digits'],
    ['HTTP/1.1 099 OK\r\n\r\n', '099 is no status'],
    [`${ok}X: a\0b\r\n\r\n`, 'its head contains a NUL byte'],
    [`${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`, 'it has two lengths, Content-Length 2 and 3'],
    [`${ok}Content-Length: -1\r\n\r\n`, 'its Content-Length is not a number'],
    [`${ok}Content-Length: 99999999999999999999\r\n\r\n`, 'its Content-Length is not a number'],
    [`${chunked}xyz\r\n`, 'the size of a chunk is not a hexadecimal number'],
    [`${chunked}\r\n`, 'the size of a chunk is missing'],
    [`${chunked}fffffffffffffffff\r\n`, 'a chunk is too large'],
    [`${chunked}2\r\nokay\r\n`, 'a chunk is longer than its size'],
    [`${chunked}2;${'x'.repeat(5000)}\r\n`, 'a line between chunks is too long'],
    [`${chunked}0\r\n${'X: y\r\n'.repeat(11_000)}\r\n`, 'its trailers are too large'],
  ])('%j', async (answer, rule) => {
    await expect(receive(answer)).rejects.toThrow(`answer is not valid HTTP: ${rule}`);
    await expect(receive(answer, 'GET', 1)).rejects.toThrow(rule);
  });

  it.each([`${ok}X: ${'x'.repeat(70_000)}\r\n\r\n`, 'HTTP/1.1 103 Early\r\n\r\n'.repeat(5000)])(
    'its head is too large',
    async (answer) => {
      await expect(receive(answer, 'GET', 1000)).rejects.toMatchObject({ code: 'EHEADTOOLARGE' });
    },
  );

  it.each([
    '',
    'HTTP',
    `${ok}Content-Le`,
    `${ok}Content-Length: 3\r\n\r\nok`,
    `${chunked}2\r\nok\r\n`,
    `${chunked}2\r\no`,
  ])('it is cut off: %j', async (answer) => {
    await expect(receive(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

it('a long body waits for its time slices, and what comes in meanwhile is read first', async () => {
  const oneByteChunks = Buffer.from('1\r\na\r\n'.repeat(11_000));
  const answer = Buffer.concat([Buffer.from(chunked), ...Array.from({ length: 20 }, () => oneByteChunks)]);
  let slices = 0;
  const counted = {
    ...timeSlices,
    run<Result>(work: () => Result): Promise<Result> {
      slices += 1;
      return timeSlices.run(work);
    },
  };
  const { body } = await receiveAnswer(inReads(answer, 64 * 1024), 'GET', counted);
  let others = 0;
  const other = setInterval(() => {
    others += 1;
  }, 0);
  await expect(
    (async () => {
      for await (const _ of body);
    })(),
  ).rejects.toMatchObject({ code: 'ECONNRESET' });
  clearInterval(other);
  expect(slices).toBe(20);
  expect(others).toBeGreaterThan(0);
});
