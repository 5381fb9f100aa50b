import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDialer } from '../../probe/dialing/dialer.ts';
import { AddressRefusedError } from '../../probe/dialing/refused-addresses.ts';
import { type SocksProxy, startSocksProxy } from './socks-proxy.ts';

let proxy: SocksProxy;
let echo: Server;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  proxy = await startSocksProxy(createDialer());
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await proxy.close();
  echo.close();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const greeting = Buffer.from([5, 1, 0]);

/** A CONNECT request for a name or an IPv4 address. */
function request(host: string, port: number, command = 1): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  const address = isAddress ? [1, ...host.split('.').map(Number)] : [3, host.length, ...Buffer.from(host)];
  return Buffer.from([5, command, 0, ...address, port >> 8, port & 255]);
}

/** Sends the pieces, and collects `bytes` bytes of the answer, or fewer if the connection ends. */
async function answerTo(pieces: Buffer[], bytes: number): Promise<Buffer> {
  const client = connect(proxy.port, '127.0.0.1');
  clients.push(client);
  for (const piece of pieces) client.write(piece);
  let answer = Buffer.alloc(0);
  for await (const chunk of client) {
    answer = Buffer.concat([answer, chunk]);
    if (answer.length >= bytes) break;
  }
  return answer;
}

it.each(['127.0.0.1', 'localhost'])('connects to %s and passes bytes both ways', async (host) => {
  const answer = await answerTo([greeting, request(host, portOf(echo)), Buffer.from('hello')], 2 + 10 + 5);
  expect([...answer.subarray(0, 4)]).toEqual([5, 0, 5, 0]);
  expect(answer.subarray(12).toString()).toBe('hello');
});

it('reports the step of a cancelled connection', async () => {
  const silent = await startSocksProxy(createDialer({ resolveName: () => new Promise(() => undefined) }));
  const client = connect(silent.port, '127.0.0.1');
  clients.push(client);
  client.write(Buffer.concat([greeting, request('shop.test', 443)]));
  await expect.poll(() => silent.stepOf('shop.test', 443)).toBe('looking up the name');
  await silent.close();
  expect(silent.stepOf('shop.test', 443)).toBe('looking up the name');
});

it('understands a handshake that comes byte by byte', async () => {
  const bytes = [...greeting, ...request('127.0.0.1', portOf(echo)), ...Buffer.from('hello')];
  const answer = await answerTo(
    bytes.map((byte) => Buffer.from([byte])),
    17,
  );
  expect(answer.subarray(12).toString()).toBe('hello');
});

it('refuses forbidden addresses, and keeps the reason', async () => {
  const answer = await answerTo([greeting, request('169.254.169.254', 80)], 12);
  expect(answer[3]).toBe(2);
  expect(proxy.failureOf('169.254.169.254', 80)).toBeInstanceOf(AddressRefusedError);
});

it('keeps the reason of a failed connection until one succeeds', async () => {
  const port = portOf(echo);
  await new Promise((resolve) => echo.close(resolve));
  expect((await answerTo([greeting, request('127.0.0.1', port)], 12))[3]).toBe(5);
  expect(proxy.failureOf('127.0.0.1', port)).toMatchObject({ code: 'ECONNREFUSED' });
  await new Promise<void>((resolve) => echo.listen(port, '127.0.0.1', resolve));
  await answerTo([greeting, request('127.0.0.1', port)], 12);
  expect(proxy.failureOf('127.0.0.1', port)).toBeUndefined();
});

it('does nothing but connect', async () => {
  expect((await answerTo([greeting, request('127.0.0.1', portOf(echo), 2)], 12))[3]).toBe(7);
});

it('survives nonsense and handshakes that never end', async () => {
  const silent = connect(proxy.port, '127.0.0.1');
  clients.push(silent);
  silent.write('GET / HTTP/1.1\r\n\r\n');
  const ended = connect(proxy.port, '127.0.0.1');
  clients.push(ended);
  ended.end(Buffer.from([5]));
  await new Promise((resolve) => ended.resume().once('close', resolve));
  const answer = await answerTo([greeting, request('127.0.0.1', portOf(echo)), Buffer.from('x')], 13);
  expect(answer.at(-1)).toBe('x'.charCodeAt(0));
});
