import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Dialer } from '../probing/dialing/dialer.ts';
import { answerTo, switchingProtocols } from '../probing/http-answer.ts';

/** What notifications need of the dialer. Every connection to a provider goes through it. */
export type NotificationDialer = Pick<Dialer, 'dial'>;

export interface ProviderRequest {
  url: URL;
  method: 'GET' | 'POST';
  /** Sent as JSON. */
  json?: unknown;
}

/** A provider's response. Its body is cut to the first 16 KiB. */
export interface ProviderAnswer {
  status: number;
  body: string;
}

/** Providers respond with a few words; what is longer is cut off. */
const mostBodyBytes = 16 * 1024;
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Makes one request on a connection of its own. Does not follow redirects. Rejects when no whole response comes. */
export async function askProvider(
  dialer: NotificationDialer,
  { url, method, json }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (ports[url.protocol] ?? 80) : Number(url.port);
  const socket = await dialer.dial({ host, port, tls: url.protocol === 'https:', signal });
  try {
    return await exchange(socket, { url, method, json }, signal);
  } finally {
    socket.destroy();
  }
}

async function exchange(
  socket: Socket,
  { url, method, json }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const body = json === undefined ? '' : JSON.stringify(json);
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    signal,
    headers: {
      host: url.host,
      accept: '*/*',
      connection: 'close',
      ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
  });
  request.end(body);
  return readAnswer(await answerTo(request));
}

async function readAnswer(response: IncomingMessage): Promise<ProviderAnswer> {
  const { statusCode: status = 0 } = response;
  if (status === switchingProtocols) return { status, body: '' };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBodyBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, mostBodyBytes).toString('utf8');
  return { status, body };
}
