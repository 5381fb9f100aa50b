import type { AddressInfo, Server, Socket } from 'node:net';

/** The behaviour of a provider on loopback. It may change at any time. */
export type SinkBehaviour =
  | 'accept'
  | 'refuse-recipient'
  | 'refuse-login'
  /** A temporary refusal: greylisting, too many requests. */
  | 'busy'
  | 'hang'
  /** Closes the connection in the middle. */
  | 'close'
  | 'garbage'
  /** Refuses and repeats all that it received, including secrets. */
  | 'echo';

/** A provider of notifications on loopback that keeps what it accepted. */
export interface Sink<Message> {
  readonly port: number;
  behaviour: SinkBehaviour;
  /** In the order of arrival. */
  readonly messages: Message[];
  /** The number of open connections. */
  open(): number;
  close(): Promise<void>;
}

/** Listens on a free loopback port; `close` ends open connections too. */
export async function listenOnLoopback(server: Server): Promise<Pick<Sink<never>, 'port' | 'open' | 'close'>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
