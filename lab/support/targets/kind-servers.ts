import { createHash } from 'node:crypto';
import { createServer as createHttp2Server } from 'node:http2';
import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { startDnsServer } from '@upvigil/server/testing/targets/dns-server';
import {
  type Behaviour,
  behaviours,
  listening,
  portOf,
  startTcpTarget,
} from '@upvigil/server/testing/targets/tcp-target';

/** Where a kind's server is, and the options that a monitor of it needs. */
export interface KindServer {
  type: string;
  port: number | null;
  host?: string;
  options: GivenOptions;
}

/** Answers each chunk of a client by the next text. */
const answers =
  (greeting: string, ...texts: readonly string[]): Behaviour =>
  (socket) => {
    let at = 0;
    if (greeting !== '') socket.write(greeting, 'latin1');
    socket.on('data', () => {
      socket.write(texts[at] ?? '', 'latin1');
      at += 1;
    });
    socket.on('end', () => socket.end());
  };

/** https://www.rfc-editor.org/rfc/rfc6455, section 4.2.2. */
const webSocket: Behaviour = (socket) => {
  socket.once('data', (request) => {
    const key = /sec-websocket-key: (\S+)/i.exec(String(request))?.[1];
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    // Answers the closing frame, as a server does.
    socket.on('data', () => socket.end(Buffer.from([0x88, 0x02, 0x03, 0xe8])));
  });
};

const mysqlGreeting = `\x49\0\0\0\x0a8.4.0\0\x07\0\0\x0012345678\0\xff\xf7\x2d\x02\0\xff\xc1\x15${'\0'.repeat(10)}123456789012\0mysql_native_password\0`;
const mysqlRefusal = '\x0f\0\0\x02\xff\x15\x04#28000denied';

/** A health service that always answers SERVING. */
async function startGrpcServer(): Promise<number> {
  const server = createHttp2Server();
  server.on('sessionError', () => undefined);
  server.on('stream', (stream) => {
    stream.on('error', () => undefined).resume();
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.from([0, 0, 0, 0, 2, 0x08, 0x01]));
  });
  await listening(server as never);
  return portOf(server as never);
}

/** Starts a server on loopback for each kind: as quick as possible, so that the cost is that of the check. */
export async function startKindServers(): Promise<KindServer[]> {
  const certificate = await makeCertificate();
  const tls = { security: 'tls', ca: certificate.cert };
  const dns = await startDnsServer(0, { 'zone.test': 'right' });
  const tcp = async (type: string, behaviour: Behaviour, options: GivenOptions = {}): Promise<KindServer> => {
    const { port } = await startTcpTarget(behaviour, 'ca' in options ? certificate : undefined);
    return { type, port, options };
  };
  return [
    await tcp('TCP_PORT', behaviours.silent()),
    await tcp('IMAP', answers('* OK ready\r\n'), tls),
    { type: 'DNS', port: null, host: 'zone.test', options: { resolvers: [`127.0.0.1:${dns.port}`] } },
    await tcp('TLS', behaviours.silent(), { ca: certificate.cert }),
    await tcp('SMTP', answers('220 ready\r\n', '250 hello\r\n')),
    await tcp('POP3', answers('+OK ready\r\n')),
    await tcp('WEBSOCKET', webSocket),
    { type: 'GRPC', port: await startGrpcServer(), options: {} },
    await tcp('POSTGRESQL', answers('', 'R\0\0\0\x08\0\0\0\x03')),
    await tcp('MYSQL', answers(mysqlGreeting, mysqlRefusal)),
    await tcp('REDIS', answers('', '+PONG\r\n')),
    await tcp('MQTT', answers('', '\x20\x02\0\0')),
  ];
}
