import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createConnectionRoom } from './connection-room.ts';

/** File descriptors of the process itself: database, threads, open files. */
const ownDescriptors = 64;
/** More than half of the rest is for checks and messages. */
const visitorsPart = 0.45;
const leastConnections = 16;
/** Used when the system reports no limit of open files. */
const usualOpenFiles = 1024;

/** The number of connections for a process with this limit of open files. */
const connectionsFor = (openFiles: number): number =>
  Math.max(leastConnections, Math.floor((openFiles - ownDescriptors) * visitorsPart));

/** Reserves file descriptors for checks. */
export function limitConnections(server: Server): void {
  const room = createConnectionRoom<Socket>(connectionsFor(openFilesLimit()), () => performance.now());
  server.on('connection', (socket) => {
    room.open(socket)?.destroy();
    socket.once('close', () => room.close(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    room.begin(socket);
    trusting.set(socket, () => room.trust(socket));
    response.once('close', () => room.end(socket));
  });
}

const trusting = new WeakMap<Socket, () => void>();

/** Marks the connection as signed in: others are closed before it. */
export const trustConnection = (socket: Socket): void => trusting.get(socket)?.();

function openFilesLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Number(limit ?? usualOpenFiles);
  } catch {
    return usualOpenFiles;
  }
}
