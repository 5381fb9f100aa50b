import type { Socket } from 'node:net';
import { headLength, parseHead } from '../../http1/answer-head.ts';
import { ProxiedTargetError, ProxyError } from './proxy-errors.ts';

/** A longer answer of a proxy counts as endless. In bytes. */
const mostHeaderBytes = 16 * 1024;
const headerEnd = '\r\n\r\n';

/** Statuses from 500 that concern the proxy itself: no CONNECT, unsupported version, or sign-in required. */
const ownServerErrors: ReadonlySet<number> = new Set([501, 505, 511]);

/**
 * Whether a proxy reports a failure of the target: 502 to 504 by RFC 9110, section 15.6. tinyproxy answers 500 to a
 * target that refuses connections, privoxy 404 to an unresolvable name.
 */
const isAboutTarget = (status: number): boolean => status === 404 || (status >= 500 && !ownServerErrors.has(status));

/**
 * Requests a tunnel from an HTTP proxy (RFC 9110, section 9.3.6). Bytes after the answer stay in the socket.
 * @param authority host and port of the target, an IPv6 address in brackets
 * @param credentials `user:password`, or null
 */
export async function requestTunnel(socket: Socket, authority: string, credentials: string | null): Promise<void> {
  const authorization =
    credentials === null ? [] : [`Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`];
  socket.write([`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...authorization].join('\r\n') + headerEnd);
  const problem = problemOf(statusOf(await readHeader(socket)));
  if (problem) throw problem;
}

function statusOf(header: Buffer): number {
  try {
    return parseHead(header).status;
  } catch {
    throw new ProxyError('the proxy sent an invalid answer');
  }
}

function problemOf(status: number): Error | null {
  if (status >= 200 && status < 300) return null;
  if (status === 407) return new ProxyError('the proxy requires another user name or password (407)');
  if (isAboutTarget(status)) return new ProxiedTargetError(`the proxy cannot reach the target (${status})`);
  return new ProxyError(`the proxy refuses the connection (${status})`);
}

/** Reads up to the empty line. Rejects with ProxyError if the limit is exceeded or the proxy closes. */
async function readHeader(socket: Socket): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) {
      await moreOf(socket);
      continue;
    }
    bytes = Buffer.concat([bytes, chunk]);
    const length = headLength(bytes);
    if (length > mostHeaderBytes || (length < 0 && bytes.length > mostHeaderBytes)) {
      throw new ProxyError('the proxy sent an invalid answer: its headers are too large');
    }
    if (length < 0) continue;
    const rest = bytes.subarray(length);
    if (rest.length > 0) socket.unshift(rest);
    return bytes.subarray(0, length);
  }
}

const changes = ['readable', 'end', 'close', 'error'] as const;

function moreOf(socket: Socket): Promise<void> {
  if (socket.readableEnded || socket.destroyed) {
    return Promise.reject(new ProxyError('the proxy closed the connection without an answer'));
  }
  return new Promise((resolve) => {
    const go = (): void => {
      for (const event of changes) socket.removeListener(event, go);
      resolve();
    };
    for (const event of changes) socket.once(event, go);
  });
}
