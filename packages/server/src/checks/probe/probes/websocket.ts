import type { Socket } from 'node:net';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import { limits } from '@upvigil/core/limits';
import type { RawData, WebSocket } from 'ws';
import type { TargetOf } from '../../../base/domain/check.ts';
import { userAgentFor } from '../dialing/user-agent.ts';
import { isSystemError } from '../faults.ts';
import { TargetFailure } from '../target-failure.ts';
import { limitReceived, loadOnce } from './client-library.ts';
import { serviceProbe } from './service.ts';

/** Requests the upgrade, sends the message, and waits for the expected text. Each of the two may be empty. */
export const probeWebSocket = serviceProbe<'WEBSOCKET'>(
  async ({ socket, target, context, onEnd }) => {
    const { send, expect } = target.options;
    const { signal, step } = context;
    step('waiting for the upgrade');
    const webSocket = await createWebSocket(socket, target);
    onEnd(() => close(webSocket, socket));
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      limitReceived(socket, reject);
      // The first message may come with the upgrade, so all events are listened to from the start.
      webSocket.on('open', () => {
        if (send !== '') webSocket.send(send);
        if (expect === '') resolve();
        else step('waiting for the expected text');
      });
      const search = searchIn(expect);
      webSocket.on('message', (data) => {
        const found = search(data);
        if (found === 'found') resolve();
        else if (found !== null) reject(new TargetFailure(found));
      });
      webSocket.on('unexpected-response', (_, { statusCode }) =>
        reject(new TargetFailure(`HTTP ${statusCode} instead of 101`)),
      );
      webSocket.on('error', (error) => reject(inWords(error)));
      webSocket.on('close', (code) => reject(new TargetFailure(closeText(code))));
    });
  },
  { alpn: ['http/1.1'] },
);

const loadWs = loadOnce(() => import('ws'));

async function createWebSocket(socket: Socket, { host, port, options }: TargetOf<'WEBSOCKET'>): Promise<WebSocket> {
  const { WebSocket } = await loadWs();
  const { path, subprotocol, security } = options;
  const scheme = security === 'tls' ? 'wss' : 'ws';
  const [named = host] = host.split('%', 1);
  return new WebSocket(`${scheme}://${formatHostPort(named, port)}${path}`, subprotocol === '' ? [] : [subprotocol], {
    createConnection: () => socket,
    headers: headersOf(options.headers),
    // A compressed message of 64 KiB may inflate to a thousand times its size.
    perMessageDeflate: false,
    maxPayload: limits.conversationBytes,
  });
}

function headersOf(given: TargetOf<'WEBSOCKET'>['options']['headers']): Record<string, string[]> {
  const headers: Record<string, string[]> = { 'user-agent': [userAgentFor('uptime check')] };
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  for (const name of names) {
    headers[name] = given.filter((each) => each.name.toLowerCase() === name).map(({ value }) => value);
  }
  return headers;
}

/** Returns a function that reads one message: 'found', a reason to stop, or null for more. */
function searchIn(expected: string): (data: RawData) => string | null {
  let messages = 0;
  let bytes = 0;
  return (data) => {
    const message = data as Buffer;
    messages += 1;
    bytes += message.length;
    if (bytes > limits.conversationBytes) {
      return `expected text not found in the first ${limits.conversationBytes / 1024} KiB`;
    }
    if (message.includes(expected)) return 'found';
    return messages < limits.searchedMessages
      ? null
      : `expected text not found in the first ${limits.searchedMessages} messages`;
  };
}

/** Codes for a connection that ended without one (RFC 6455, section 7.4.1). */
const withoutCode: ReadonlySet<number> = new Set([1005, 1006]);

const closeText = (code: number): string =>
  withoutCode.has(code) ? 'connection closed without the expected text' : `connection closed with code ${code}`;

/** Errors of the network stay as they are; those of ws itself have no code, or one of its own. */
function inWords(error: Error): Error {
  if (isSystemError(error) && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return new TargetFailure(`service sent more than ${limits.conversationBytes / 1024} KiB`);
  }
  if (isSystemError(error) && !error.code.startsWith('WS_ERR_')) return error;
  return new TargetFailure(`WebSocket failed: ${error.message}`);
}

const normalClosure = 1000;

/** Sends a close frame, and does not wait for that of the server. */
function close(webSocket: WebSocket, socket: Socket): void {
  webSocket.removeAllListeners('close');
  if (webSocket.readyState === webSocket.OPEN) webSocket.close(normalClosure);
  socket.on('error', () => socket.destroy());
  socket.end();
  socket.destroySoon();
}
