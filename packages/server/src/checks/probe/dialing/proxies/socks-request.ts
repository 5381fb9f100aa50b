import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { ProxiedTargetError, ProxyError } from './proxy-errors.ts';

/** Replies about the target, by the library's names (RFC 1928, section 6). */
const targetReplies: Readonly<Record<string, string>> = {
  Failure: 'the proxy cannot reach the target',
  NetworkUnreachable: 'the proxy cannot reach the target: network unreachable',
  HostUnreachable: 'the proxy cannot reach the target: host unreachable',
  ConnectionRefused: 'the proxy cannot reach the target: connection refused',
  TTLExpired: 'the proxy cannot reach the target: it is too far away',
};

/** The maximum of the library's timer, in milliseconds; the deadline of the check comes earlier. */
const longest = 2 ** 31 - 1;

/** RFC 1929: lengths are one byte. */
const mostCredentialBytes = 255;

interface SocksTarget {
  host: string;
  port: number;
  username: string;
  password: string;
}

/** Requests a connection from a SOCKS5 proxy (RFC 1928), which looks names up. */
export async function requestSocks(socket: Socket, { host, port, username, password }: SocksTarget): Promise<void> {
  if ([username, password].some((text) => Buffer.byteLength(text) > mostCredentialBytes)) {
    throw new ProxyError(`the user name and password of a SOCKS proxy have ${mostCredentialBytes} bytes at most`);
  }
  try {
    await SocksClient.createConnection({
      // Required by the library, but unused: the socket is already connected.
      proxy: { host: '127.0.0.1', port: 1080, type: 5, userId: username, password },
      command: 'connect',
      destination: { host, port },
      existing_socket: socket,
      timeout: longest,
    });
  } catch (error) {
    throw problemOf(error instanceof Error ? error.message : String(error));
  }
}

function problemOf(message: string): Error {
  const [, reply = ''] = /rejected connection - (\w+)$/i.exec(message) ?? [];
  const words = targetReplies[reply];
  if (words) return new ProxiedTargetError(words);
  if (/authentication failed|NoAcceptedAuthType|no accepted/i.test(message)) {
    return new ProxyError('the proxy requires another user name or password');
  }
  if (/^Socket closed/i.test(message)) return new ProxyError('the proxy closed the connection without an answer');
  return new ProxyError(
    reply === 'NotAllowed' ? 'the proxy refuses the connection' : 'the proxy sent an invalid answer',
  );
}
