import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { isSystemError } from '../faults.ts';

/** Error codes of a host without a route. Routers on the path can cause some of them too. */
const routeCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EACCES', 'EINVAL']);

/**
 * Records on each connection error whether this host has a route to the address, so that a router's report is not
 * mistaken for a fault of this machine.
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
  // Only ICMPv6 has a router report that becomes EACCES (RFC 4443, section 3.1). Over IPv4 it comes from this host.
  if (has_route && error.code === 'EACCES' && isIP(address) === 4) return;
  error.has_route = has_route;
}

/** Nothing is sent, so the port does not matter; 9 is 'discard'. */
const anyPort = 9;

/** Whether this host has a route to an IP address. Connecting a UDP socket sends nothing, but requires a route. */
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
