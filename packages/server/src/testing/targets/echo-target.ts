import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { TLSSocket } from 'node:tls';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { TargetOf } from '../../base/domain/check.ts';
import { listening, portOf } from './tcp-target.ts';

/** A request as received. */
interface HeardRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Whether its connection had a client certificate. */
  hasCertificate: boolean;
}

export type EchoTarget = Awaited<ReturnType<typeof startEchoTarget>>;

/** A web server that remembers the exact bytes it received. Starts on its own port; with TLS options it uses TLS. */
export async function startEchoTarget(answer: RequestListener, tls?: ServerOptions) {
  const heard: HeardRequest[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers, socket } = request;
    const hasCertificate = socket instanceof TLSSocket && Object.keys(socket.getPeerCertificate()).length > 0;
    heard.push({ method, path: url, headers, body: Buffer.concat(chunks).toString(), hasCertificate });
    answer(request, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('tlsClientError', () => undefined);
  await listening(server);
  return {
    port: portOf(server),
    heard,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status and an optional Location. */
export const answering =
  (code: number, location?: string): RequestListener =>
  (_, response) =>
    response.writeHead(code, location ? { location } : {}).end();

/** A page with request options. */
export const askedPage = (url: string, request: Partial<RequestOptions>): TargetOf<'URL'> => ({
  kind: 'URL',
  url,
  metadata_tag: null,
  metadata_value: null,
  check_mode: 'http',
  url_options: { ...defaultUrlOptions, request: { ...defaultRequest, ...request } },
});
