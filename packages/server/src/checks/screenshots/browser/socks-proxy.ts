import { createServer, type Server, type Socket } from 'node:net';
import type { Dialer, DialStep } from '../../probe/dialing/dialer.ts';
import { AddressRefusedError } from '../../probe/dialing/refused-addresses.ts';

/** Constants of RFC 1928, sections 3 to 6. */
const version = 5;
const noAuthentication = 0;
const connectCommand = 1;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
/** RFC 1928, section 6. */
const replies = { done: 0, failed: 1, notAllowed: 2, unreachable: 4, refused: 5, unknownCommand: 7 } as const;
/** Maximum number of targets whose newest connection is remembered. */
const mostKept = 500;
const emptyAddress = [0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0];

export type SocksProxy = Awaited<ReturnType<typeof startSocksProxy>>;

/**
 * A SOCKS5 proxy (RFC 1928) on loopback that opens all connections of Chromium through the dialer. So the dialer
 * refuses addresses for the browser too, and the browser never looks up names itself.
 */
export async function startSocksProxy(dialer: Pick<Dialer, 'dial'>) {
  const failures = createNewest<unknown>();
  const steps = createNewest<DialStep>();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    serve(client, dialer, { failures, steps }).catch(() => client.destroy());
  });
  const port = await listen(server);
  return {
    port,
    /** The error of the newest connection attempt to a host and port; undefined if it succeeded. */
    failureOf: failures.get,
    /** The current step of the newest connection to a host and port, or the last step of an ended one. */
    stepOf: steps.get,
    close(): Promise<void> {
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

/** The newest connection to each target. */
interface Connections {
  failures: Newest<unknown>;
  steps: Newest<DialStep>;
}

async function serve(client: Socket, dialer: Pick<Dialer, 'dial'>, { failures, steps }: Connections): Promise<void> {
  const read = createHandshakeReader(client);
  const [, methods = 0] = await read(2);
  await read(methods);
  client.write(Buffer.from([version, noAuthentication]));
  const [, command, , type] = await read(4);
  const host = await readHost(read, type);
  const port = (await read(2)).readUInt16BE();
  if (command !== connectCommand || host === null) {
    client.end(reply(replies.unknownCommand));
    return;
  }
  const given = new AbortController();
  client.once('close', () => given.abort());
  try {
    const onStep = (step: DialStep): void => steps.set(host, port, step);
    const target = await dialer.dial({ host, port, signal: given.signal, onStep });
    failures.delete(host, port);
    steps.delete(host, port);
    client.write(reply(replies.done));
    join(client, target);
  } catch (error) {
    failures.set(host, port, error);
    if (!given.signal.aborted) steps.delete(host, port);
    client.end(reply(replyOf(error)));
  }
}

const reply = (code: number): Buffer => Buffer.from([version, code, ...emptyAddress]);

type ReadBytes = (count: number) => Promise<Buffer>;

async function readHost(read: ReadBytes, type: number | undefined): Promise<string | null> {
  if (type === addressTypes.ipv4) return [...(await read(4))].join('.');
  if (type === addressTypes.ipv6) {
    const bytes = await read(16);
    const groups = Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16));
    return groups.join(':');
  }
  if (type !== addressTypes.name) return null;
  const [length = 0] = await read(1);
  return (await read(length)).toString('latin1');
}

/** Reads exactly the requested number of bytes; returns excess bytes to the socket. */
function createHandshakeReader(client: Socket): ReadBytes {
  return async (count) => {
    let bytes = Buffer.alloc(0);
    while (bytes.length < count) {
      // Reads everything: after a read of more bytes than are available, the socket signals readability again and
      // again.
      const chunk: Buffer | null = client.read();
      if (chunk !== null) bytes = Buffer.concat([bytes, chunk]);
      else await moreOf(client);
    }
    if (bytes.length > count) client.unshift(bytes.subarray(count));
    return bytes.subarray(0, count);
  };
}

const changes = ['readable', 'end', 'close'] as const;

function moreOf(client: Socket): Promise<void> {
  if (client.readableEnded || client.destroyed) return Promise.reject(new Error('the handshake ended early'));
  return new Promise((resolve) => {
    const go = (): void => {
      for (const event of changes) client.removeListener(event, go);
      resolve();
    };
    for (const event of changes) client.once(event, go);
  });
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

type Newest<Value> = ReturnType<typeof createNewest<Value>>;

/** Keeps the newest value of each target; evicts the oldest. */
function createNewest<Value>() {
  const byTarget = new Map<string, Value>();
  const key = (host: string, port: number): string => `${host.toLowerCase()} ${port}`;
  return {
    get: (host: string, port: number): Value | undefined => byTarget.get(key(host, port)),
    delete: (host: string, port: number): boolean => byTarget.delete(key(host, port)),
    set(host: string, port: number, value: Value): void {
      byTarget.delete(key(host, port));
      byTarget.set(key(host, port), value);
      const [oldest] = byTarget.keys();
      if (byTarget.size > mostKept && oldest !== undefined) byTarget.delete(oldest);
    },
  };
}
