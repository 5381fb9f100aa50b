import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { answerTo, switchingProtocols } from '../http-answer.ts';
import { decodeBody } from './decode-body.ts';

/** A request of ours to somebody who is no target. */
export interface Exchange {
  url: URL;
  method: 'GET' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  body: string | Uint8Array;
  /** Of the answer, as it is sent and decoded; what is longer is cut off. */
  mostBodyBytes: number;
}

export interface ExchangeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Where a URL leads to. */
export const addressOf = (url: URL): { host: string; port: number } => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port === '' ? (ports[url.protocol] ?? 80) : Number(url.port),
});

/** Makes one request on a connection, and closes it. Does not follow redirects. Rejects when no whole response comes. */
export async function exchange(
  socket: Socket,
  { url, method, headers, body, mostBodyBytes }: Exchange,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  try {
    const request = httpRequest({
      createConnection: () => socket,
      ...{ method, path: url.pathname + url.search, signal },
      // As for checked pages: folded headers and lengths beside chunks harm nobody who makes one request a connection.
      insecureHTTPParser: true,
      headers: {
        ...{ host: url.host, connection: 'close', ...headers },
        ...(body.length === 0 ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    });
    request.end(body);
    return await readAnswer(await answerTo(request), mostBodyBytes);
  } finally {
    socket.destroy();
  }
}

async function readAnswer(response: IncomingMessage, mostBytes: number): Promise<ExchangeAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status === switchingProtocols) return { status, headers, body: '' };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break;
  }
  const sent = Buffer.concat(chunks).subarray(0, mostBytes);
  return { status, headers, body: decodeBody(sent, headers['content-encoding'] ?? '', mostBytes).toString('utf8') };
}
