import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { TLSSocket } from 'node:tls';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { TargetOf } from '../../base/domain/check.ts';
import { listening, portOf } from './tcp-target.ts';

/** A request as it came. */
interface HeardRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Whether its connection showed a client certificate. */
  hasCertificate: boolean;
}

/** A web server that remembers the exact bytes it was sent. */
export interface EchoTarget {
  port: number;
  heard: HeardRequest[];
  close(): Promise<void>;
}

/** Starts one on a port of its own; with options of TLS it speaks that. */
export async function startEchoTarget(answer: RequestListener, tls?: ServerOptions): Promise<EchoTarget> {
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
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status alone, and where it leads. */
export const answering =
  (code: number, location?: string): RequestListener =>
  (_, response) =>
    response.writeHead(code, location ? { location } : {}).end();

/** A page that is asked for in a way of its own. */
export const askedPage = (url: string, request: Partial<RequestOptions>): TargetOf<'URL'> => ({
  kind: 'URL',
  url,
  metadata_tag: null,
  metadata_value: null,
  check_mode: 'http',
  url_options: { ...defaultUrlOptions, request: { ...defaultRequest, ...request } },
});
