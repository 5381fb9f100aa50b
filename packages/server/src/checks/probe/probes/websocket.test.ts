import { createServer, type IncomingMessage } from 'node:http';
import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { makeCertificate } from '../../../testing/targets/certificates.ts';
import { type Behaviour, behaviours, startTcpTarget, type TcpTarget } from '../../../testing/targets/tcp-target.ts';
import { describeProbeConformance, networkTarget, runProbe } from './conformance.ts';

/** A server of ws. */
function webSocketServer(
  onOpen: (webSocket: WebSocket, request: IncomingMessage) => void = () => undefined,
  options = {},
): Behaviour {
  const http = createServer();
  const server = new WebSocketServer({ server: http, ...options });
  server.on('connection', (webSocket, request) => {
    webSocket.on('error', () => undefined);
    onOpen(webSocket, request);
  });
  return (socket) => void http.emit('connection', socket);
}

describeProbeConformance('the WebSocket probe', {
  targetAt: (host, port) => networkTarget('WEBSOCKET', { host, port }),
  answering: webSocketServer(),
  dripping: (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n');
    behaviours.drips('X-Slow: yes\r\n', 10)(socket);
  },
});

describe('the WebSocket probe', () => {
  let target: TcpTarget | undefined;
  afterEach(() => target?.close());

  const probe = async (
    behaviour: Behaviour,
    options: GivenOptions = {},
    certificate?: Awaited<ReturnType<typeof makeCertificate>>,
  ): Promise<ProbeOutcome> => {
    target = await startTcpTarget(behaviour, certificate);
    return runProbe(networkTarget('WEBSOCKET', { host: target.host, port: target.port }, options));
  };

  it('sends path, headers, subprotocol and message, and finds the expected text', async () => {
    const requests: IncomingMessage[] = [];
    const echo = webSocketServer((webSocket, request) => {
      requests.push(request);
      webSocket.on('message', (data) => webSocket.send(`you said ${data}`));
    });
    const headers = [
      { name: 'X-Key', value: 's3cret', secret: true },
      { name: 'x-key', value: 'second', secret: false },
    ];
    const options = { path: '/live?v=1', headers, subprotocol: 'chat', send: '{"ping":1}', expect: 'said {"ping":1}' };

    expect(await probe(echo, options)).toMatchObject({ outcome: 'up', response_time_us: expect.any(Number) });
    expect(requests[0]).toMatchObject({
      url: '/live?v=1',
      headers: { 'x-key': 's3cret, second', 'sec-websocket-protocol': 'chat' },
    });
    expect(requests[0]?.headers['user-agent']).toMatch(/^Upvigil\//);
    expect(requests[0]?.headers).not.toHaveProperty('sec-websocket-extensions');
  });

  it('is down when the server sends interim responses without end', async () => {
    const flood = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(8_000);

    expect(await probe((socket) => socket.once('data', () => socket.write(flood)))).toMatchObject({
      outcome: 'down',
      reason: 'service sent more than 128 KiB',
    });
  });

  it('leaves with a close frame', async () => {
    let closeCode = 0;
    await probe(webSocketServer((webSocket) => webSocket.on('close', (code) => (closeCode = code))));

    await expect.poll(() => closeCode).toBe(1000);
  });

  it('uses TLS when it is selected', async () => {
    const certificate = await makeCertificate();
    const options = { security: 'tls', ca: certificate.cert };

    expect(await probe(webSocketServer(), options, certificate)).toMatchObject({ outcome: 'up' });
  });

  const says = (...messages: (string | Buffer)[]): Behaviour =>
    webSocketServer((webSocket) => {
      for (const message of messages) webSocket.send(message);
    });
  const http = (head: string): Behaviour => behaviours.says(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`);

  it.each([
    ['another status', http('403 Forbidden'), 'HTTP 403 instead of 101'],
    ['a redirect', http('301 Moved\r\nlocation: ws://127.0.0.1:1/'), 'HTTP 301 instead of 101'],
    [
      'an upgrade without its key',
      http('101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket'),
      'WebSocket failed: Invalid Sec-WebSocket-Accept header',
    ],
    ['a code of its own', webSocketServer((webSocket) => webSocket.close(1011)), 'connection closed with code 1011'],
    ['no code', webSocketServer((webSocket) => webSocket.terminate()), 'connection closed without the expected text'],
    ['ten other messages', says(...Array<string>(12).fill('tick')), 'expected text not found in the first 10 messages'],
    ['long messages', says(Buffer.alloc(40_000), Buffer.alloc(40_000)), 'expected text not found in the first 64 KiB'],
    ['a message of 1 MiB', says(Buffer.alloc(2 ** 20)), 'service sent more than 64 KiB'],
  ])('is down at %s', async (_, behaviour, reason) => {
    expect(await probe(behaviour, { expect: 'ready' })).toMatchObject({ outcome: 'down', reason });
  });

  it('is down when the server does not accept the subprotocol', async () => {
    const server = webSocketServer(undefined, { handleProtocols: () => false });

    expect(await probe(server, { subprotocol: 'chat' })).toMatchObject({
      outcome: 'down',
      reason: 'WebSocket failed: Server sent no subprotocol',
    });
  });
});
