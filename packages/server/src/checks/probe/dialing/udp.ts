import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';

/**
 * Opens a UDP socket that sends to one address and receives from it alone: the first to which this host has a route.
 * Its local port is random. Rejects with the system's errors.
 */
export async function openUdp(addresses: readonly LookupAddress[], port: number): Promise<Socket> {
  const errors: unknown[] = [];
  for (const { address, family } of addresses) {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    try {
      socket.connect(port, address);
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      socket.close();
      errors.push(error);
    }
  }
  throw new AggregateError(errors, 'no address can be reached');
}
