import { createServer, type Server, type Socket } from 'node:net';
import type { Dialer } from '../dialer.ts';
import { AddressRefusedError } from '../refused-addresses.ts';

/**
 * Chromium's only way out: a SOCKS5 proxy on loopback that opens every connection through the dialer, so that what is
 * connected to is decided by its address, and the browser never looks up a name itself.
 */
export interface SocksProxy {
  readonly port: number;
  /** Why the newest connection to a host and port could not be opened; undefined when it could. */
  failureOf(host: string, port: number): unknown;
  close(): Promise<void>;
}

const version = 5;
const noAuthentication = 0;
const connectCommand = 1;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
/** Replies of RFC 1928. */
const replies = { done: 0, failed: 1, notAllowed: 2, unreachable: 4, refused: 5, unknownCommand: 7 } as const;
const keptFailures = 500;
const emptyAddress = [0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0];

export async function startSocksProxy(dialer: Pick<Dialer, 'dial'>): Promise<SocksProxy> {
  const failures = createFailures();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    serve(client, dialer, failures).catch(() => client.destroy());
  });
  const port = await listen(server);
  return {
    port,
    failureOf: failures.get,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

async function serve(client: Socket, dialer: Pick<Dialer, 'dial'>, failures: Failures): Promise<void> {
  const [, methods = 0] = await readBytes(client, 2);
  await readBytes(client, methods);
  client.write(Buffer.from([version, noAuthentication]));
  const [, command, , type] = await readBytes(client, 4);
  const host = await readHost(client, type);
  const port = (await readBytes(client, 2)).readUInt16BE();
  if (command !== connectCommand || host === null) {
    client.end(reply(replies.unknownCommand));
    return;
  }
  const given = new AbortController();
  client.once('close', () => given.abort());
  try {
    const target = await dialer.dial({ host, port, signal: given.signal });
    failures.delete(host, port);
    client.write(reply(replies.done));
    join(client, target);
  } catch (error) {
    failures.set(host, port, error);
    client.end(reply(replyOf(error)));
  }
}

const reply = (code: number): Buffer => Buffer.from([version, code, ...emptyAddress]);

async function readHost(client: Socket, type: number | undefined): Promise<string | null> {
  if (type === addressTypes.ipv4) return [...(await readBytes(client, 4))].join('.');
  if (type === addressTypes.ipv6) {
    const bytes = await readBytes(client, 16);
    const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16));
    return groups.join(':');
  }
  if (type !== addressTypes.name) return null;
  const [length = 0] = await readBytes(client, 1);
  return (await readBytes(client, length)).toString('latin1');
}

/** Exactly so many bytes of the handshake; what follows stays in the socket. */
async function readBytes(client: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes: Buffer | null = client.read(count);
    if (bytes?.length === count) return bytes;
    if (bytes !== null || client.readableEnded || client.destroyed) throw new Error('the handshake ended early');
    await new Promise<void>((resolve) => {
      const go = (): void => {
        for (const event of ['readable', 'end', 'close']) client.removeListener(event, go);
        resolve();
      };
      for (const event of ['readable', 'end', 'close']) client.once(event, go);
    });
  }
}

function join(client: Socket, target: Socket): void {
  target.setNoDelay(true);
  target.on('error', () => client.destroy());
  target.once('close', () => client.destroy());
  client.once('close', () => target.destroy());
  client.pipe(target);
  target.pipe(client);
}

function replyOf(error: unknown): number {
  if (error instanceof AddressRefusedError) return replies.notAllowed;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return replies.refused;
  return code === 'ENOTFOUND' || code === 'EHOSTUNREACH' ? replies.unreachable : replies.failed;
}

type Failures = ReturnType<typeof createFailures>;

/** The newest failure of each target, the oldest forgotten first. */
function createFailures() {
  const byTarget = new Map<string, unknown>();
  const key = (host: string, port: number): string => `${host.toLowerCase()} ${port}`;
  return {
    get: (host: string, port: number): unknown => byTarget.get(key(host, port)),
    delete: (host: string, port: number): boolean => byTarget.delete(key(host, port)),
    set(host: string, port: number, error: unknown): void {
      byTarget.delete(key(host, port));
      byTarget.set(key(host, port), error);
      const [oldest] = byTarget.keys();
      if (byTarget.size > keptFailures && oldest !== undefined) byTarget.delete(oldest);
    },
  };
}
