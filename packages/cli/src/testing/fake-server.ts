import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createFakeApi, type FakeApi } from '@upvigil/core/testing/fake-api';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { noWebsites } from './installations.ts';

export interface FakeServer {
  /** Scheme, host and port. */
  url: string;
  fake: FakeApi;
  state: FakeState;
  /** Requests received: `GET /api/websites/`. */
  seen: string[];
  /** Refuses new connections and closes open ones until `comeBack`. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the fake API on a loopback port. */
export async function startFakeServer(state: FakeState = noWebsites()): Promise<FakeServer> {
  const fake = createFakeApi(state);
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]}`);
    void answerByFake(request, response, fake);
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    fake,
    state,
    seen,
    stop,
    restart: () => listen(server, port),
    close: stop,
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

/** Answers one HTTP request from the fake API. */
export async function answerByFake(
  request: IncomingMessage,
  response: ServerResponse,
  { handle }: Pick<FakeApi, 'handle'>,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = request;
  const answer = await handle(
    new Request(new URL(url, 'http://fake'), {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'GET' ? {} : { body: await buffer(request) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body || answer.headers.get('content-type') !== 'text/event-stream') {
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  // Readers of an event stream may leave: that is not a failure.
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response).catch(() => {});
}
