import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import type { ProbeOutcome, TargetOf } from '../../../../base/domain/check.ts';
import { type HttpTarget, startHttpTarget } from '../../../../testing/targets/http-target.ts';
import { inflatingBrotli, inflatingGzip } from '../../../../testing/targets/inflating-bodies.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../../testing/targets/tcp-target.ts';
import { receiveAnswer } from '../../http1/receive-answer.ts';
import { createTimeSlices } from '../../time-slices.ts';
import { createTrace } from '../../tracing/trace.ts';
import { runProbe } from '../conformance.ts';
import { readBody } from './read-body.ts';

const page = (url: string, tag: string | null = null): TargetOf<'URL'> => ({
  kind: 'URL',
  url,
  metadata_tag: tag,
  metadata_value: null,
  check_mode: 'http',
});

const targets: (HttpTarget | TcpTarget)[] = [];
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.close()));
});
const serve = async (answer: RequestListener): Promise<HttpTarget> => {
  const target = await startHttpTarget(answer);
  targets.push(target);
  return target;
};
const serveRaw = async (behaviour: Behaviour): Promise<TcpTarget> => {
  const target = await startTcpTarget(behaviour);
  targets.push(target);
  return target;
};
const answering =
  (body: Buffer, encoding: string): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body);

/** Milliseconds of CPU time that this process uses in a tenth of a second. */
async function busyMilliseconds(): Promise<number> {
  const before = process.cpuUsage();
  // An interval of measurement; it does not wait for an event.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a body that inflates without measure', () => {
  let brotli: Buffer;
  let gzip: Buffer;
  beforeAll(async () => {
    brotli = await inflatingBrotli(2400);
    gzip = inflatingGzip(64);
  });

  it('is 61 KB at most as brotli, or as gzip compressed twice', () => {
    expect(brotli.length).toBeLessThan(61 * 1024);
    expect(gzipSync(gzip).length).toBeLessThan(61 * 1024);
  });

  it.each([null, 'generator'])('is down and says so, looking for the metadata %s', async (tag) => {
    const { url } = await serve(answering(brotli, 'br'));

    expect(await runProbe(page(url, tag))).toMatchObject({
      outcome: 'down',
      reason: 'body inflates to more than 64 MiB',
    });
  });

  it.each([
    ['br', () => brotli],
    ['gzip', () => gzip],
    ['deflate', () => deflateSync(Buffer.alloc(80 * 1024 * 1024))],
    ['gzip, gzip', () => gzipSync(gzip)],
    ['gzip, identity, br', () => brotliCompressSync(gzip)],
  ])('is bounded when it came as %s', async (encoding, body) => {
    const { url } = await serve(answering(body(), encoding));

    expect(await runProbe(page(url))).toMatchObject({ reason: 'body inflates to more than 64 MiB' });
  });

  it('inflates no further once its check is over', async () => {
    // Small enough to arrive whole, so that no connection remains whose end would stop the decoder.
    const { url } = await serve(answering(await inflatingBrotli(1000), 'br'));

    expect(await runProbe(page(url), { timeoutSeconds: 0.5 })).toMatchObject({ outcome: 'down' });

    await vi.waitFor(async () => expect(await busyMilliseconds()).toBeLessThan(15), { timeout: 5_000 });
  });

  it('inflates no further once the answer is not needed any more', async () => {
    const { url } = await serve(answering(brotli, 'br'));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: target\r\n\r\n');
    const timeSlices = createTimeSlices(systemClock);
    const answer = await receiveAnswer(socket, 'GET', timeSlices);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('enough')));

    const trace = createTrace(systemClock, false);
    const reading = readBody(answer, page(url), { signal: controller.signal, timeSlices, trace });

    await expect(reading).rejects.toThrow('enough');
    await vi.waitFor(async () => expect(await busyMilliseconds()).toBeLessThan(15), { timeout: 5_000 });
  });

  it('is no longer where it is plain', async () => {
    const { url } = await serve((_, response) => response.end(Buffer.alloc(65 * 1024 * 1024)));

    expect(await runProbe(page(url))).toMatchObject({ outcome: 'down', reason: 'body is longer than 64 MiB' });
  });
});

describe('a body compressed several times', () => {
  const html = '<meta name="generator" content="x">';

  it.each([
    ['gzip, gzip', gzipSync(gzipSync(html))],
    ['deflate, br', brotliCompressSync(deflateSync(html))],
    ['identity', Buffer.from(html)],
  ])('is read: %s', async (encoding, body) => {
    const { url } = await serve(answering(body, encoding));

    expect(await runProbe(page(url, 'generator'))).toMatchObject({ outcome: 'up', metadata_found: true });
  });

  const cut = (body: Buffer): Buffer => body.subarray(0, body.length - 12);
  it.each([
    ['the inner layer is not compressed', 'gzip, gzip', gzipSync('no gzip')],
    ['the inner layer is cut off', 'gzip, br', brotliCompressSync(cut(gzipSync(html)))],
    ['the outer layer is cut off', 'br, gzip', cut(gzipSync(brotliCompressSync(html)))],
    ['its only layer is cut off', 'deflate', cut(deflateSync(html))],
  ])('is broken when %s', async (_, encoding, body) => {
    const { url } = await serve(answering(body, encoding));

    expect(await runProbe(page(url))).toMatchObject({ outcome: 'down', reason: 'body could not be decompressed' });
  });

  it('is not read at all when that is too often', async () => {
    const { url } = await serve(answering(gzipSync('x'), 'gzip, gzip, gzip, gzip'));

    expect(await runProbe(page(url))).toMatchObject({ reason: 'body is compressed too many times over' });
  });
});

const tooLarge = 'answer headers are too large';

describe('an answer that does not come to its end', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const says =
    (start: string, again: string): Behaviour =>
    (socket) => {
      socket.write(start);
      behaviours.drips(again, 5)(socket);
    };
  const floods =
    (start: string, again: string): Behaviour =>
    (socket) => {
      socket.write(start);
      const chunk = again.repeat(1000);
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more).resume();
      more();
    };

  it.each([
    ['drips its body', says(`${head}Content-Length: 100000\r\n\r\n`, '<p>'), 'while reading the body'],
    ['drips chunks', says(`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n<\r\n'), 'while reading the body'],
    ['drips a gzip body', says(`${head}Content-Encoding: gzip\r\n\r\n\u001f`, '\u008b'), null],
    ['announces an answer again and again', floods('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), tooLarge],
    ['sends headers without an end', floods(head, 'X-Header: value\r\n'), tooLarge],
    ['sends one header without an end', floods(`${head}X-Long: `, 'xxxxxxxxxx'), tooLarge],
    ['sends trailers without an end', floods(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-T: x\r\n'), null],
    ['sends a chunk size without an end', floods(`${head}Transfer-Encoding: chunked\r\n\r\n1;x=`, 'xxxx'), null],
  ])('is down in time when it %s, and leaves no connection', async (_, behaviour, words) => {
    const target = await serveRaw(behaviour);
    const timeoutSeconds = words === tooLarge ? 10 : 0.3;

    const outcome = await runProbe(page(`http://127.0.0.1:${target.port}/`, 'generator'), { timeoutSeconds });

    expect(outcome).toMatchObject({ outcome: 'down', reason: expect.stringContaining(words ?? '') });
    await expect.poll(() => target.open()).toBe(0);
  });

  it('reads no body of a redirect, however large', async () => {
    let written = 0;
    const target = await serve((request, response) => {
      const hop = Number(request.url?.slice(1) || '0');
      response.writeHead(302, { location: `/${hop + 1}`, 'content-encoding': 'br' });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 1;
      };
      response.on('drain', more);
      more();
    });

    expect(await runProbe(page(target.url))).toMatchObject({ reason: 'redirected more than 10 times' });

    expect(target.requests).toHaveLength(11);
    expect(written * 64 * 1024).toBeLessThan(11 * 8 * 1024 * 1024);
  });
});

describe('a redirect that cannot be followed', () => {
  it.each([
    ['http://%ff@HOST/', 'redirected to an address whose user name or password is not percent-encoded UTF-8'],
    ['http://a:%zz@HOST/', 'redirected to an address whose user name or password is not percent-encoded UTF-8'],
    ['//%c3%28@HOST/', 'redirected to an address whose user name or password is not percent-encoded UTF-8'],
    ['http://127.0.0.1:0/', 'redirected to port 0, on which nothing can listen'],
    [`http://${'a.'.repeat(150)}test/`, 'redirected to a host name that is too long'],
    ['http://[::1', 'redirected to an address that is none: "http://[::1"'],
    ['http://a b/', 'redirected to an address that is none: "http://a b/"'],
  ])('is an outage with words: %s', async (location, reason) => {
    const { url } = await serve((request, response) => {
      const to = location.replace('HOST', request.headers.host ?? '');
      response.writeHead(request.url === '/start' ? 302 : 200, { location: to }).end();
    });

    expect(await runProbe(page(`${url}/start`))).toMatchObject({ outcome: 'down', reason });
  });

  it('is an outage with words also where the URL itself was stored so', async () => {
    const { port } = await serve((_, response) => response.end());

    expect(await runProbe(page(`http://us%zzer:pw@127.0.0.1:${port}/`))).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('percent-encoded'),
    });
  });
});

describe('an answer that switches to another protocol', () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  it.each([
    ['stays open', behaviours.says(upgrade)],
    ['goes on in that protocol', behaviours.says(`${upgrade}\u0081\u0005hello`)],
    ['closes', behaviours.closes(upgrade)],
    ['names none', behaviours.says('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ])('is reported as such when it %s', async (_, behaviour) => {
    const target = await serveRaw(behaviour);

    const outcome: ProbeOutcome = await runProbe(page(`http://127.0.0.1:${target.port}/`, 'generator'));

    expect(outcome).toMatchObject({
      outcome: 'down',
      status_code: 101,
      reason: 'HTTP 101: switched to a protocol nobody asked for',
      response_time_us: expect.any(Number),
    });
    await expect.poll(() => target.open()).toBe(0);
  });
});
