import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import type { TargetOf } from '../../../../base/domain/check.ts';
import { receiveAnswer } from '../../http1/receive-answer.ts';
import { createTimeSlices } from '../../time-slices.ts';
import { takeEvidence } from '../../tracing/take-evidence.ts';
import { createTrace } from '../../tracing/trace.ts';
import { readBody } from './read-body.ts';

const timeSlices = createTimeSlices(systemClock);
const unaborted = new AbortController().signal;

/** Splits a response into the reads in which it arrives. */
type Arrival = (head: Buffer, body: Buffer) => Buffer[];
const arrivals: Record<string, Arrival> = {
  'one read': (head, body) => [Buffer.concat([head, body])],
  'two reads': (head, body) => [
    Buffer.concat([head, body.subarray(0, body.length >> 1)]),
    body.subarray(body.length >> 1),
  ],
  'a read for its head, one for its body': (head, body) => [head, body],
  'reads of one byte': (head, body) => [head, ...Array.from(body, (_, at) => body.subarray(at, at + 1))],
};

const contains = (value: string): Assertion => ({ source: 'body', property: '', compare: 'contains', value });

interface Page {
  body: Buffer;
  headers?: string;
  contentType?: string;
  tag?: string;
  assertions?: Assertion[];
}

/** Reads a page as a check does. `evidence` is what would be stored. */
async function read(page: Page, arrive: Arrival) {
  const { body, headers = '', contentType = 'text/html', tag = null, assertions = [] } = page;
  const type = contentType === '' ? '' : `Content-Type: ${contentType}\r\n`;
  const head = Buffer.from(`HTTP/1.1 200 OK\r\n${type}${headers || `Content-Length: ${body.length}\r\n`}\r\n`);
  const target: TargetOf<'URL'> = {
    kind: 'URL',
    url: 'http://page.test/',
    metadata_tag: tag,
    metadata_value: null,
    check_mode: 'http',
    url_options: { ...defaultUrlOptions, assertions },
  };
  const trace = createTrace(systemClock, true);
  const answer = await receiveAnswer(inReads(arrive(head, body)), 'GET', timeSlices);
  trace.answered(answer.head);
  const check = { is_up: true, error_message: null, response_time_us: null, packet_loss: null };
  const evidence = () => takeEvidence(check, trace).body;
  const reading = readBody(answer, target, { signal: unaborted, timeSlices, trace });
  return { findings: await reading.catch((error: unknown) => ({ error })), evidence: evidence() };
}

async function* inReads(reads: Buffer[]): AsyncGenerator<Buffer> {
  yield* reads;
}

const tag = '<meta name="generator" content="Hugo">';
/** A page of `bytes` bytes that ends with the searched text. */
const pageOf = (bytes: number, ending: string): Buffer => {
  const end = Buffer.from(ending).subarray(0, bytes);
  return Buffer.concat([Buffer.alloc(bytes - end.length, 'words and words\n'), end]);
};
const chunk = (body: Buffer, size: number): Buffer => {
  const start = `${size.toString(16)}\r\n`;
  const wire = Buffer.alloc(Math.ceil(body.length / size) * (size + start.length + 2) + 5);
  let end = 0;
  for (let at = 0; at < body.length; at += size) {
    const length = Math.min(size, body.length - at);
    end += wire.write(length === size ? start : `${length.toString(16)}\r\n`, end);
    end += body.copy(wire, end, at, at + length);
    end += wire.write('\r\n', end);
  }
  return wire.subarray(0, end + wire.write('0\r\n\r\n', end));
};
const transports: Record<string, (body: Buffer) => { body: Buffer; headers: string }> = {
  'with its length': (body) => ({ body, headers: `Content-Length: ${body.length}\r\n` }),
  'until the connection closes': (body) => ({ body, headers: '' }),
  'in chunks of one byte': (body) => ({ body: chunk(body, 1), headers: 'Transfer-Encoding: chunked\r\n' }),
  gzip: (body) => ({ body: gzipSync(body), headers: 'Content-Encoding: gzip\r\n' }),
  'gzip without its trailer': (body) => ({
    body: gzipSync(body).subarray(0, -8),
    headers: 'Content-Encoding: gzip\r\n',
  }),
  'raw deflate': (body) => ({ body: deflateRawSync(body), headers: 'Content-Encoding: deflate\r\n' }),
  'br, by its transfer encoding': (body) => ({
    body: chunk(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), 100),
    headers: 'Transfer-Encoding: br, chunked\r\n',
  }),
};
const sizes = [1, 4 * 1024 - 1, 4 * 1024 + 1, 2 * 1024 * 1024];

const matrix = sizes.flatMap((size) =>
  Object.entries(transports).flatMap(([transport, send]) => {
    const body = pageOf(size, size === 1 ? '!' : `${tag}the end!`);
    const sent = send(body);
    return (
      Object.entries(arrivals)
        // Two million reads are slow and prove nothing more.
        .filter(([arrival]) => size < 10_000 || arrival !== 'reads of one byte')
        .map(([arrival, arrive]) => ({ size, transport, arrival, body, sent, arrive }))
    );
  }),
);

describe('a body', () => {
  it.each(matrix)('of $size bytes, $transport, in $arrival, is read whole for all uses', async (each) => {
    const { body, size, sent, arrive } = each;
    const pattern: Assertion = { source: 'body', property: '', compare: 'matches', value: 'x' };
    const assertions = [contains('!'), contains('nowhere'), pattern];
    const { findings, evidence } = await read({ ...sent, tag: 'generator', assertions }, arrive);
    expect(findings).toMatchObject({ metadata_found: size > 1 });
    const capture = 'capture' in findings ? findings.capture : null;
    expect([capture?.size, ...(capture?.found ?? [])]).toEqual([size, ['!', true], ['nowhere', false]]);
    expect(body.subarray(0, 256 * 1024).equals(capture?.bytes() ?? Buffer.alloc(0))).toBe(true);
    expect(evidence).toBe(body.toString('utf8', 0, 2048));
  });

  it.each(Object.entries(arrivals))(
    'that ends early, in %s, is an error, and evidence has what came',
    async (_, arrive) => {
      const cut = pageOf(700, tag);
      for (const headers of ['Content-Length: 701\r\n', 'Transfer-Encoding: chunked\r\n']) {
        const body = headers.startsWith('T') ? chunk(cut, 100).subarray(0, -5) : cut;
        const { findings, evidence } = await read({ body, headers, tag: 'generator' }, arrive);
        expect(findings).toMatchObject({ error: { code: 'ECONNRESET' } });
        expect(evidence).toBe(cut.toString());
      }
      const gzip = { body: gzipSync(cut).subarray(0, -12), headers: 'Content-Encoding: gzip\r\n' };
      expect((await read({ ...gzip, tag: 'generator' }, arrive)).findings).toHaveProperty('error');
    },
  );
});

describe('the charset of a body', () => {
  const text = 'Café Müller';
  const author = '<meta name="author" content="Café Müller">';
  const latin = (html: string): Buffer => Buffer.from(html, 'latin1');
  const utf16 = (html: string): Buffer => Buffer.from(`\ufeff${html}`, 'utf16le');
  it.each<[string, Buffer, string]>([
    ['its header', latin(author), 'text/html; charset=iso-8859-1'],
    ['its header in quotes', latin(author), `text/html; charset='iso-8859-1'`],
    ['a <meta>', latin(`<meta charset=iso-8859-1>${author}`), 'text/html'],
    [
      'a <meta> as long ago',
      latin(`<META content="text/html; charset=iso-8859-1" http-equiv=Content-Type>${author}`),
      'text/html',
    ],
    ['a <meta>, without a content type', latin(`<meta charset=latin1>${author}`), ''],
    [
      'a <meta>, as the header names one that nobody knows',
      latin(`<meta charset=latin1>${author}`),
      'text/html; charset=none',
    ],
    ['an XML declaration', latin(`<?xml version="1.0" encoding="ISO-8859-1"?>${author}`), 'application/xhtml+xml'],
    ['a byte order mark, whatever the header says', utf16(author), 'text/html; charset=utf-8'],
    ['a byte order mark of UTF-8', Buffer.from(`\ufeff${author}`), 'text/html; charset=latin1'],
    ['nobody: UTF-8', Buffer.from(author), 'text/html'],
    ['a header, whatever a <meta> says', Buffer.from(`<meta charset=latin1>${author}`), 'text/html; charset=utf-8'],
    [
      'nobody, where a <meta> is behind 1,024 bytes',
      Buffer.from(`${' '.repeat(1024)}<meta charset=latin1>${author}`),
      'text/html',
    ],
    ['nobody, where a <meta> is a comment', Buffer.from(`<!--<meta charset=latin1>-->${author}`), 'text/html'],
    ['nobody, in plain text', Buffer.from(`<meta charset=latin1>${author}`), 'text/plain'],
    ['a <meta> that says UTF-16, which it cannot be', Buffer.from(`<meta charset=utf-16>${author}`), 'text/html'],
  ])('is named by %s, for all uses', async (_, body, contentType) => {
    for (const arrive of Object.values(arrivals)) {
      const page = { body, contentType, tag: 'author', assertions: [contains(text)] };
      const { findings, evidence } = await read(page, arrive);
      expect(findings).toMatchObject({ metadata_found: true });
      expect(evidence).toContain(text);
      const { capture, charset } = 'capture' in findings ? findings : { capture: null, charset: null };
      const decoded = new TextDecoder(charset ?? 'utf-8').decode(capture?.bytes());
      expect(capture?.found?.get(text) ?? decoded.includes(text)).toBe(true);
    }
  });
});

it('takes no longer for a content type that nearly names a charset', async () => {
  const page = { body: Buffer.from(tag), contentType: `text/html;charset=${' '.repeat(60_000)}!`, tag: 'generator' };
  const started = performance.now();
  expect((await read(page, (head, body) => [head, body])).findings).toMatchObject({ metadata_found: true });
  expect(performance.now() - started).toBeLessThan(500);
});
