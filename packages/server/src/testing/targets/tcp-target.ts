import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** A loopback service. */
export interface TcpTarget {
  host: string;
  port: number;
  /** Connections open now, and in total. */
  open(): number;
  total(): number;
  close(): Promise<void>;
}

/** The behaviour of a service with each connection. */
export type Behaviour = (socket: Socket) => void;

/** Starts a service on its own port; with a certificate it uses TLS. */
export async function startTcpTarget(behaviour: Behaviour, certificate?: Certificate): Promise<TcpTarget> {
  const sockets = new Set<Socket>();
  let total = 0;
  const onConnection = (socket: Socket): void => {
    total += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    behaviour(socket);
  };
  const server = certificate ? createTlsServer(certificate, onConnection) : createServer(onConnection);
  server.on('tlsClientError', () => undefined);
  await listening(server);
  return {
    host: '127.0.0.1',
    port: portOf(server),
    open: () => sockets.size,
    total: () => total,
    close: () => closed(server, sockets),
  };
}

/** Behaviours of services, good and bad. */
export const behaviours = {
  /** Sends a text at once or after a delay, and stays connected. */
  says:
    (text: string, delay = 0): Behaviour =>
    (socket) => {
      socket.resume();
      if (delay === 0) socket.write(text);
      else setTimeout(() => socket.write(text), delay);
    },
  silent: (): Behaviour => (socket) => socket.resume(),
  /** Sends the same text repeatedly without end. */
  drips:
    (text: string, every: number): Behaviour =>
    (socket) => {
      const timer = setInterval(() => socket.write(text), every);
      socket.resume().on('close', () => clearInterval(timer));
    },
  resets: (): Behaviour => (socket) => socket.resetAndDestroy(),
  /** Closes the connection properly, after a text or without one. */
  closes:
    (text = ''): Behaviour =>
    (socket) => {
      socket.resume();
      socket.end(text);
    },
};

/** A port on which nothing listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await listening(server);
  const port = portOf(server);
  await closed(server, new Set());
  return port;
}

export async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
