import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type Behaviour, behaviours, startTcpTarget } from '../../../testing/targets/tcp-target.ts';
import { type Exchange, exchange } from './http-exchange.ts';

const bytes = (head: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);

async function ask(behaviour: Behaviour, asked: Partial<Exchange> = {}, signal = AbortSignal.timeout(5000)) {
  const target = await startTcpTarget(behaviour);
  onTestFinished(target.close);
  const url = new URL(`http://127.0.0.1:${target.port}/a?b`);
  const request: Exchange = { url, method: 'POST', headers: { 'x-a': 'b' }, body: 'é', mostBodyBytes: 100, ...asked };
  return exchange(connect(target.port, target.host), request, signal);
}
const answering =
  (answer: string | Buffer): Behaviour =>
  (socket) =>
    socket.once('data', () => socket.end(answer));

it('sends a request with its length, and has status, headers and body of the answer', async () => {
  let heard = '';
  const answer = await ask((socket) => {
    socket.once('data', (data) => {
      heard = data.toString();
      socket.end('HTTP/1.1 201 Created\r\nX-One: 1\r\nx-one: 2\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-one': '1, 2' }, body: 'ok' });
  expect(heard).toMatch(/^POST \/a\?b HTTP\/1.1\r\nhost: 127.0.0.1:\d+\r\nx-a: b\r\nconnection: close\r\n/);
  expect(heard).toMatch(/content-length: 2\r\n\r\né$/);
});

const gzip = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip';
it.each([
  ['is cut off at the most bytes', bytes('HTTP/1.1 200 OK', Buffer.from('x'.repeat(200))), 'x'.repeat(100)],
  ['is decompressed', bytes(gzip, gzipSync('page')), 'page'],
  ['is decompressed to the most bytes', bytes(gzip, gzipSync('x'.repeat(9000))), 'x'.repeat(100)],
  ['is empty where it cannot be decompressed', bytes(gzip, Buffer.from('page')), ''],
  ['is empty after another protocol was switched to', bytes('HTTP/1.1 101 Switching', Buffer.from('page')), ''],
])('a body %s', async (_, answer, body) => {
  expect(await ask(answering(answer))).toMatchObject({ body });
});

it('an answer that ends early is an error, and so is an abort', async () => {
  await expect(ask(answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npage'))).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  const reason = new Error('enough');
  await expect(ask(behaviours.silent(), {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const asking = ask((socket) => void socket.once('data', () => controller.abort(reason)), {}, controller.signal);
  await expect(asking).rejects.toBe(reason);
});
