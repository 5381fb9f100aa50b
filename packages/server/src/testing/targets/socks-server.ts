import type { Socket } from 'node:net';
import { startTcpTarget } from './tcp-target.ts';
import { joinTo } from './tunnel-proxy.ts';

const addressTypes = { ipv4: 1, name: 3 } as const;
const methods = { none: 0, password: 2, noneFits: 255 } as const;
const replies = { done: 0, refused: 5 } as const;
const reply = (code: number): Buffer => Buffer.from([5, code, 0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0]);

/**
 * A loopback SOCKS5 server (RFC 1928). Starts on its own port. Names lead to loopback. Requires `credentials` in the
 * form `user:password` (RFC 1929).
 */
export async function startSocksServer(credentials?: string) {
  /** `host:port` of every requested target, as received: names stay unresolved. */
  const asked: string[] = [];
  const { port, close } = await startTcpTarget((client) => {
    serve(client, asked, credentials).catch(() => client.destroy());
  });
  return { port, asked, close };
}

async function serve(client: Socket, asked: string[], credentials: string | undefined): Promise<void> {
  const read = readerOf(client);
  const [, count = 0] = await read(2);
  const wanted = credentials === undefined ? methods.none : methods.password;
  if (!(await read(count)).includes(wanted)) return void client.end(Buffer.from([5, methods.noneFits]));
  client.write(Buffer.from([5, wanted]));
  if (credentials !== undefined) {
    await read(1);
    const given = `${await readText(read)}:${await readText(read)}`;
    client.write(Buffer.from([1, given === credentials ? 0 : 1]));
    if (given !== credentials) return void client.end();
  }
  const [, , , type] = await read(4);
  const host = type === addressTypes.name ? await readText(read) : [...(await read(4))].join('.');
  const port = (await read(2)).readUInt16BE();
  asked.push(`${host}:${port}`);
  const address = type === addressTypes.name ? '127.0.0.1' : host;
  joinTo(client, { host: address, port }, reply(replies.done), () => client.end(reply(replies.refused)));
}

type Read = (count: number) => Promise<Buffer>;

const readText = async (read: Read): Promise<string> => (await read((await read(1))[0] ?? 0)).toString();

/** Reads a number of bytes and leaves the rest in the socket. */
const readerOf =
  (socket: Socket): Read =>
  async (count) => {
    for (;;) {
      const bytes: Buffer | null = count === 0 ? Buffer.alloc(0) : socket.read(count);
      if (bytes !== null) return bytes;
      if (socket.readableEnded || socket.destroyed) throw new Error('closed in the handshake');
      await changeOf(socket);
    }
  };

const changes = ['readable', 'end', 'close'] as const;

function changeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      for (const event of changes) socket.removeListener(event, go);
      resolve();
    };
    for (const event of changes) socket.once(event, go);
  });
}
