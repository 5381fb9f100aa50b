import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { startTcpTarget } from './tcp-target.ts';

export interface TunnelProxyOptions {
  /** The proxy itself uses TLS with this certificate. */
  certificate?: Certificate;
  /** `user:password`; requests without them get 407. */
  credentials?: string;
  /** Awaited before each tunnel is opened. */
  hold?: () => Promise<unknown>;
}

/**
 * A loopback HTTP proxy: opens tunnels, and fetches pages requested by absolute URL. Starts on its own port. Answers
 * 502 for a target that it cannot reach.
 */
export async function startTunnelProxy(options: TunnelProxyOptions = {}) {
  const { certificate, credentials, hold } = options;
  /** The head of every request, as received. */
  const asked: string[] = [];
  const wanted = credentials === undefined ? '' : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const serve = async (client: Socket, head: string): Promise<void> => {
    asked.push(head);
    const [, host = '', port] = /^(?:CONNECT |\w+ http:\/\/)([^ /]+):(\d+)/.exec(head) ?? [];
    const [, given = ''] = /^Proxy-Authorization: (.+)$/im.exec(head) ?? [];
    if (given !== wanted) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    await hold?.();
    const target = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
    const onFailure = (): void => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    if (head.startsWith('CONNECT ')) return joinTo(client, target, 'HTTP/1.1 200 OK\r\n\r\n', onFailure);
    const forwarded = head.replace(/ http:\/\/[^/]+/, ' ').replace(/^Proxy-Authorization: .*\r\n/im, '');
    joinTo(client, target, '', onFailure, forwarded);
  };
  const { port, close } = await startTcpTarget((client) => {
    client.once('data', (head) => void serve(client, head.toString()));
  }, certificate);
  return { port, asked, close };
}

/** Connects to a target, announces it, sends the target `first`, and then forwards in both directions. */
export function joinTo(
  client: Socket,
  target: { host: string; port: number },
  done: string | Uint8Array,
  onFailure: () => void,
  first: string | Uint8Array = '',
): void {
  const socket = connect(target);
  const refused = (): void => onFailure();
  socket.once('error', refused);
  socket.once('connect', () => {
    socket.removeListener('error', refused);
    socket.on('error', () => client.destroy());
    if (done.length > 0) client.write(done);
    if (first.length > 0) socket.write(first);
    client.pipe(socket).pipe(client);
  });
  client.once('close', () => socket.destroy());
}
