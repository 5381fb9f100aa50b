import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The records of a name. Names without an entry do not exist. */
type NameBehaviour = 'right' | 'servfail' | 'silent';

/** A loopback name server over UDP. */
export interface DnsServer {
  port: number;
  /** May be changed at any time. */
  names: Record<string, NameBehaviour>;
  close(): void;
}

const codes = { right: 0, servfail: 2, missing: 3 } as const;
const typeA = 1;

/**
 * Starts a name server that resolves every known name to 127.0.0.1 only. Port 0: any free port. Awaits `hold` before
 * each answer.
 */
export async function startDnsServer(
  port: number,
  names: DnsServer['names'],
  hold: () => Promise<void> = async () => undefined,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = { port, names: { ...names }, close: () => socket.close() };
  socket.on('message', async (query, from) => {
    await hold();
    const { name, question, type } = readQuestion(query);
    const behaviour = server.names[name] ?? 'missing';
    if (behaviour === 'silent') return;
    const hasAddress = behaviour === 'right' && type === typeA;
    const header = Buffer.from([0, 0, 0x81, 0x80 | codes[behaviour], 0, 1, 0, hasAddress ? 1 : 0, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    socket.send(Buffer.concat([header, question, ...(hasAddress ? [loopbackAnswer] : [])]), from.port, from.address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  server.port = socket.address().port;
  return server;
}

/** An A record of the name in question: 127.0.0.1 with TTL 0. */
const loopbackAnswer = Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

const headerLength = 12;

function readQuestion(query: Buffer): { name: string; question: Buffer; type: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join('.').toLowerCase(),
    question: query.subarray(headerLength, end),
    type: query.readUInt16BE(at + 1),
  };
}
