import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { CommandError } from './failures.ts';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` over Node's own HTTP client, as far as the typed client needs it. Node's `fetch` compiles a WebAssembly parser
 * first, and the process cannot end before that is done: 100 ms for a command that otherwise takes 120 (`bench/cli.ts`).
 */
export const httpFetch: Fetch = async (input, init = {}) => {
  const request: Sent = { url: new URL(input instanceof Request ? input.url : input), init };
  try {
    return await send(request);
  } catch (error) {
    // A connection that was kept open may end just when it is used again.
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
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(signal ? { signal } : {}),
    });
    sent.once('response', resolve);
    sent.once('error', (error) => reject(reasonFor(error, sent, signal)));
    sent.end(typeof init.body === 'string' ? init.body : undefined);
  });
  refuseRedirect(url, message);
  return await toResponse(message, signal);
}

/** An abort is told by its reason, as `fetch` does. */
function reasonFor(error: Error, sent: ClientRequest, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const isStale = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
  return isStale ? new StaleConnectionError(error.message, { cause: error }) : error;
}

/** The contract has no redirects: this is a proxy that wants another address, and a token is not sent after one unasked. */
function refuseRedirect(url: URL, message: IncomingMessage): void {
  const { statusCode = 0, headers } = message;
  if (statusCode < 300 || statusCode >= 400 || !headers.location) return;
  message.destroy();
  throw new CommandError(`it redirects to ${new URL(headers.location, url).origin}: give that address`);
}

const statusesWithoutBody = [204, 205, 304];

/** JSON is read to its end; anything else is handed on as it comes in. */
async function toResponse(message: IncomingMessage, signal: AbortSignal | null | undefined): Promise<Response> {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  if (statusesWithoutBody.includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  if (!/json/.test(message.headers['content-type'] ?? '')) {
    return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
  }
  return new Response(await readWhole(message, signal), { status, headers });
}

async function readWhole(message: IncomingMessage, signal: AbortSignal | null | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
  return Buffer.concat(chunks).toString('utf8');
}
