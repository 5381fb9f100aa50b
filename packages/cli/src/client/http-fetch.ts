import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { tlsServerName } from '@upvigil/core/contract/fields/host-port';
import { CommandError } from '../failures.ts';
import { userAgent } from './user-agent.ts';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` on Node's own HTTP client, with the features that the typed client uses. Node's `fetch` compiles a
 * WebAssembly parser first, and the process cannot end before: that adds 100 ms to a command of 90 ms
 * (`lab/bench/cli.ts`).
 */
export const httpFetch: Fetch = async (input, init = {}) => {
  const request: Sent = { url: new URL(String(input)), init };
  try {
    return await send(request);
  } catch (error) {
    // The server may close a kept connection just when it is used again.
    if (error instanceof StaleConnectionError && isRepeatable(init)) return await send(request);
    throw error;
  }
};

interface Sent {
  url: URL;
  init: RequestInit;
}

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
  readonly code = 'ECONNRESET';
}

const isRepeatable = ({ method = 'GET' }: RequestInit): boolean => method === 'GET';

async function send({ url, init }: Sent): Promise<Response> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { signal } = init;
  signal?.throwIfAborted();
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method: init.method ?? 'GET',
      headers: { 'user-agent': userAgent, ...Object.fromEntries(headerEntries(init.headers)) },
      ...(url.hostname.endsWith('.') ? { servername: tlsServerName(url.hostname) } : {}),
      ...(signal ? { signal } : {}),
    });
    sent.once('response', resolve);
    sent.once('error', (error) => reject(reasonFor(error, sent, signal)));
    // A response that switches to another protocol closes the connection without 'response' and without 'error'.
    sent.once('close', () => reject(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' })));
    sent.end(typeof init.body === 'string' ? init.body : undefined);
  });
  refuseRedirect(url, message);
  return await toResponse(message, signal);
}

/** The reason of an abort, as with `fetch`; otherwise the error. */
function reasonFor(error: Error, sent: ClientRequest, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const isStale = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
  return isStale ? new StaleConnectionError(error.message, { cause: error }) : error;
}

/**
 * The contract has no redirects, so only a proxy sends one. It is not followed, because the token must not reach
 * another address.
 */
function refuseRedirect(url: URL, message: IncomingMessage): void {
  const { statusCode = 0, headers } = message;
  if (statusCode < 300 || statusCode >= 400 || !headers.location) return;
  message.destroy();
  if (!canParseUrl(headers.location, url.href)) throw new CommandError('it redirects to an invalid address');
  throw new CommandError(`it redirects to ${new URL(headers.location, url).origin}: give that address`);
}

export function headerEntries(headers: RequestInit['headers']): [string, string][] {
  const pairs = headers && Symbol.iterator in headers ? [...headers] : Object.entries(headers ?? {});
  return pairs.map(([name, value]) => [String(name), String(value)]);
}

const statusesWithoutBody = [204, 205, 304];

/**
 * The members of a Response that the client reads. Making a real Response would load all of Node's `fetch` (20 ms).
 * JSON is read completely; other content is passed on as a stream.
 */
async function toResponse(message: IncomingMessage, signal: AbortSignal | null | undefined): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const headers = { get: (name: string) => message.headers[name.toLowerCase()]?.toString() ?? null };
  const head = { status, statusText, ok: status >= 200 && status < 300, headers };
  if (statusesWithoutBody.includes(status)) {
    message.resume();
    return asResponse({ ...head, body: null, text: async () => '' });
  }
  if (/json/.test(headers.get('content-type') ?? '')) {
    const text = await readWhole(message, signal);
    return asResponse({ ...head, body: null, text: async () => text });
  }
  const body = Readable.toWeb(message);
  const whole = (): Promise<string> => readWhole(body, signal);
  return asResponse({ ...head, body, text: whole });
}

const asResponse = (parts: object): Response => parts as Response;

async function readWhole(message: AsyncIterable<Uint8Array>, signal: AbortSignal | null | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
  return Buffer.concat(chunks).toString('utf8');
}
