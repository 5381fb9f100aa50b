import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { WebSocketServer } from 'ws';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import type { RealServer } from '../support/real-servers/server-program.ts';

const key = 'right-key';

/** Echoes messages, and refuses clients without the key. */
async function startWebSocketServer(): Promise<RealServer> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization === key,
  });
  server.on('connection', (webSocket) => webSocket.on('message', (data) => webSocket.send(`echo ${data}`)));
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

const monitor = (port: number, value: string, options = {}) =>
  networkTarget(
    'WEBSOCKET',
    { host: '127.0.0.1', port },
    { headers: [{ name: 'authorization', value, secret: true }], ...options },
  );

describeRealServer('WEBSOCKET on ws', {
  program: null,
  start: startWebSocketServer,
  up: (port) => ({
    'an upgrade': monitor(port, key),
    'an expected text': monitor(port, key, { send: 'hello', expect: 'echo hello' }),
  }),
  refused: (port) => ({ target: monitor(port, 'wrong-key'), reason: 'HTTP 401 instead of 101' }),
});
