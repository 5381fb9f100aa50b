import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Certificate } from './certificates.ts';
import { listening, portOf } from './tcp-target.ts';

/** A loopback web server. */
export interface HttpTarget {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Every request in order: its time (performance.now()), path and headers. */
  requests: { at: number; path: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** Starts a web server on its own port; with a certificate it uses TLS. */
export async function startHttpTarget(answer: RequestListener, certificate?: Certificate): Promise<HttpTarget> {
  const requests: HttpTarget['requests'] = [];
  const listener: RequestListener = (request, response) => {
    requests.push({ at: performance.now(), path: request.url ?? '', headers: request.headers });
    response.on('error', () => undefined);
    answer(request, response);
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await listening(server);
  const port = portOf(server);
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
