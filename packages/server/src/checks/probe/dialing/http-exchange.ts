import type { Socket } from 'node:net';
import { type AnswerHead, headersByName } from '../http1/answer-head.ts';
import { contentCodings, decodeBody, isUnreadable } from '../http1/content-encoding.ts';
import { type Answer, receiveAnswer, switchingProtocols } from '../http1/receive-answer.ts';
import { requestBytes } from '../http1/request-bytes.ts';
import { socketReads } from '../http1/socket-reads.ts';

/** A request to a host that is not a monitored target. */
export interface Exchange {
  url: URL;
  method: 'GET' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  body: string | Uint8Array;
  /** Limit of the body, both as sent and as decoded; the rest is cut off. */
  mostBodyBytes: number;
}

export interface ExchangeAnswer {
  status: number;
  /** By name in lower case; repeated headers are joined by commas. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Host and port of a URL. */
export const addressOf = (url: URL): { host: string; port: number } => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port === '' ? (ports[url.protocol] ?? 80) : Number(url.port),
});

/**
 * Sends one request on a connection and closes it. Does not follow redirects. Rejects if no complete response comes. A
 * body that cannot be decompressed is empty.
 */
export async function exchange(
  socket: Socket,
  { url, method, headers, body, mostBodyBytes }: Exchange,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  const giveUp = (): void => void socket.destroy(signal.reason);
  signal.addEventListener('abort', giveUp);
  socket.on('error', () => undefined);
  try {
    signal.throwIfAborted();
    const all = Object.entries({ host: url.host, ...headers });
    socket.write(requestBytes({ method, target: url.pathname + url.search, headers: all, body }));
    const answer = await receiveAnswer(socketReads(socket), method, null);
    const { head } = answer;
    const isOver = head.status === switchingProtocols;
    return {
      status: head.status,
      headers: joinedHeaders(head),
      body: isOver ? '' : (await readStart(answer, mostBodyBytes)).toString('utf8'),
    };
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

const joinedHeaders = (head: AnswerHead): ExchangeAnswer['headers'] =>
  Object.fromEntries(Object.entries(headersByName(head)).map(([name, values]) => [name, values.join(', ')]));

async function readStart({ head, body }: Answer, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decodeBody(body, contentCodings(head))) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch (error) {
    if (isUnreadable(error)) return Buffer.alloc(0);
    throw error;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}
