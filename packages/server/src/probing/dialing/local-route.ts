import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { isSystemError } from '../faults.ts';

/** The system reports these when this host has no route, and some of them when a router on the way says that it has none. */
const routeCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EACCES', 'EINVAL']);

/**
 * Notes on the errors of a connection whether this host has a route to the address, so that what a router on the way said
 * does not pass for a fault of ours.
 */
export async function noteRoutes(error: unknown): Promise<void> {
  const attempts = error instanceof AggregateError ? error.errors : [error];
  await Promise.all(attempts.map(noteRoute));
}

async function noteRoute(error: unknown): Promise<void> {
  if (!isSystemError(error) || error.syscall !== 'connect' || !routeCodes.has(error.code)) return;
  const { address, port } = error;
  if (address === undefined || isIP(address) === 0) return;
  const has_route = await hasRoute(address, port);
  // Routers of IPv4 have no such word: there it is this host that does not permit the connection.
  if (has_route && error.code === 'EACCES' && isIP(address) === 4) return;
  error.has_route = has_route;
}

const anyPort = 9;

/** Asks the routing table of this host: to connect a UDP socket sends nothing, but needs a route. */
export function hasRoute(address: string, port = anyPort): Promise<boolean> {
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const end = (isConnected: boolean): void => {
      socket.close();
      resolve(isConnected);
    };
    socket.once('error', () => end(false));
    socket.once('connect', () => end(true));
    socket.connect(port, address);
  });
}
