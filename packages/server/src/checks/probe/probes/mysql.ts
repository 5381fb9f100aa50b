import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import type { Connection, QueryError } from 'mysql2';
import { TargetFailure } from '../target-failure.ts';
import { letLibraryTalk, loadOnce } from './client-library.ts';
import { type Conversation, converseOn, requireNothingMore } from './conversation.ts';
import { type Service, serviceProbe } from './service.ts';

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase.html. */
const flags = { longPassword: 1, protocol41: 0x200, ssl: 0x800, secureConnection: 0x8000, pluginAuth: 0x80000 };
const marks = { ok: 0x00, moreData: 0x01, authSwitch: 0xfe, error: 0xff };
const utf8mb4 = 45;
const quit = Buffer.from([1, 0, 0, 0, 1]);

/**
 * The user of a connection without a sign-in, or with an invalid certificate. A connection that is closed after the
 * greeting would count against `max_connect_errors`, after which the server blocks this host. A refused sign-in does
 * not count.
 */
const anonymous = 'upvigil';

/** Reads the greeting and the answer to a user without a password, or signs in and sends SELECT 1. */
export const probeMysql = serviceProbe<'MYSQL'>(
  async (service) => {
    if (service.target.options.username === '') await greet(service);
    else await signIn(service);
  },
  { negotiatesTls: true },
);

/** Returns the greeting; null if the server refuses this host. Without an offer of a wanted TLS, the server is down. */
async function readGreeting(server: Conversation, { target, context }: Service<'MYSQL'>): Promise<Greeting | null> {
  context.step('waiting for the greeting');
  const greeting = parseGreeting(await readPacket(server, 'a greeting'));
  if (greeting === null || greeting.offersTls || target.options.security === 'none') return greeting;
  await answerGreeting(server, handshakeResponse(1, greeting.plugin));
  throw new TargetFailure('server does not offer TLS');
}

async function greet(service: Service<'MYSQL'>): Promise<void> {
  const { socket, target, context, startTls, onEnd } = service;
  let server = converseOn(socket, context.signal);
  const greeting = await readGreeting(server, service);
  if (greeting === null) return;
  context.step('waiting for the answer to a sign-in');
  let response = handshakeResponse(1, greeting.plugin);
  if (target.options.security === 'tls') {
    server.send(packet(1, responseHead(flags.ssl)));
    requireNothingMore(server);
    const endInvalid = endWithRefusal(greeting, context.signal);
    server = converseOn(await startTls({ endInvalid }), context.signal);
    response = handshakeResponse(2, greeting.plugin, flags.ssl);
  }
  if (await answerGreeting(server, response)) onEnd(() => server.end(quit));
}

/**
 * Answers over TLS as a user without a password. `database` is empty, with its NUL if the request for TLS announced
 * one, as mysql2 always does.
 */
const endWithRefusal =
  ({ plugin }: Greeting, signal: AbortSignal, database = '') =>
  async (socket: Socket): Promise<void> => {
    const server = converseOn(socket, signal);
    if (await answerGreeting(server, handshakeResponse(2, plugin, flags.ssl, database))) server.end(quit);
  };

const otherProtocol = (): TargetFailure => new TargetFailure('server does not speak the protocol of MySQL');

interface Greeting {
  payload: Buffer;
  offersTls: boolean;
  /** Name of the server's method of authentication. */
  plugin: string;
}

/** Null if the server refuses the sign-in in place of a greeting. Throws TargetFailure if it is down. */
function parseGreeting(payload: Buffer): Greeting | null {
  if (payload[0] === marks.error) {
    requireRefusal(payload);
    return null;
  }
  // Behind the version come the number of the connection, 8 bytes of the challenge, and one more.
  const capabilitiesAt = payload.indexOf(0, 1) + 1 + 4 + 8 + 1;
  if (payload[0] !== 10 || payload.indexOf(0, 1) < 0 || payload.length < capabilitiesAt + 2) throw otherProtocol();
  const offersTls = (payload.readUInt16LE(capabilitiesAt) & flags.ssl) !== 0;
  // Behind them come 16 bytes and the rest of the challenge, which has 13.
  const plugin = payload.toString('latin1', capabilitiesAt + 31).split('\0', 1)[0] ?? '';
  return { payload, offersTls, plugin: /^\w{1,100}$/.test(plugin) ? plugin : 'mysql_native_password' };
}

/** Answers as a user without a password. Returns whether the server accepted that; throws TargetFailure if it is down. */
async function answerGreeting(server: Conversation, response: Buffer): Promise<boolean> {
  server.send(response);
  for (let sequence = response.readUInt8(3) + 2; ; sequence += 2) {
    const payload = await readPacket(server, 'an answer');
    switch (payload[0]) {
      case marks.ok:
        return true;
      case marks.error:
        requireRefusal(payload);
        return false;
      case marks.authSwitch:
        server.send(packet(sequence % 256, noPassword(payload.toString('latin1', 1).split('\0', 1)[0])));
        break;
      case marks.moreData:
        return false;
      default:
        throw otherProtocol();
    }
  }
}

async function readPacket(server: Conversation, what: string): Promise<Buffer> {
  const length = (await server.bytes(4, what)).readUIntLE(0, 3);
  if (length === 0 || length > limits.conversationBytes) throw otherProtocol();
  return server.bytes(length, what);
}

/** Access denied; host not allowed; access denied without a password. */
const signInRefusals: ReadonlySet<number> = new Set([1045, 1130, 1698]);

function requireRefusal(payload: Buffer): void {
  if (payload.length < 3) throw otherProtocol();
  const code = payload.readUInt16LE(1);
  if (signInRefusals.has(code)) return;
  throw failureOf(code, payload.toString('utf8', 3).replace(/^#.{5}/, ''));
}

function failureOf(code: number, text: string): TargetFailure {
  if (code === 1040 || code === 1203) return new TargetFailure(`too many connections (${code})`);
  if (code === 1129) return new TargetFailure('server blocks this host (1129)');
  return new TargetFailure(`server answered "${text}"`);
}

/** The part of mysql2 that begins TLS. It is replaced, because TLS is the task of the dialer. */
interface ConnectionInternals {
  stream: Socket;
  packetParser: { execute(chunk: Buffer): void };
  startTLS(onSecure: () => void): void;
}

const loadMysql = loadOnce(() => import('mysql2'));

async function signIn(service: Service<'MYSQL'>): Promise<void> {
  const { socket, target, context, startTls, onEnd } = service;
  const { username, password, database, security } = target.options;
  const greeting = await readGreeting(converseOn(socket, context.signal), service);
  if (greeting === null) throw new TargetFailure('sign-in refused');
  // In the bundle, a CommonJS module has a default export alone.
  const { default: mysql } = await loadMysql();
  context.step('signing in');
  await letLibraryTalk(socket, context.signal, (watch) => {
    const connection = mysql.createConnection({
      stream: socket,
      user: username,
      password,
      ...(database === '' ? {} : { database }),
      ...(security === 'tls' ? { ssl: {} } : {}),
      connectTimeout: 0,
      disableEval: true,
      // The answer to an invalid certificate has no attributes.
      flags: ['-LOCAL_FILES', '-CONNECT_ATTRS'],
    });
    const internals = connection as unknown as ConnectionInternals;
    onEnd(() => converseOn(internals.stream, context.signal).end(quit));
    return new Promise((resolve, reject) => {
      internals.startTLS = (onSecure) => {
        const endInvalid = endWithRefusal(greeting, context.signal, '\0');
        startTls({ endInvalid }).then((secure) => {
          watch(secure);
          secure.on('data', (chunk) => internals.packetParser.execute(chunk));
          internals.stream = secure;
          onSecure();
        }, reject);
      };
      selectOne(connection).then(resolve, (error) => reject(signInFailure(error)));
      internals.packetParser.execute(packet(0, greeting.payload));
    });
  });
}

const selectOne = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.query('SELECT 1', (error) => (error ? reject(error) : resolve()));
  });

function signInFailure({ errno, message }: QueryError): TargetFailure {
  if (errno === undefined || errno <= 0) return new TargetFailure(`sign-in failed: ${message}`);
  return signInRefusals.has(errno) ? new TargetFailure('sign-in refused') : failureOf(errno, message);
}

/** The beginning of the answer to a greeting. Alone, it is a request for TLS. */
function responseHead(further = 0): Buffer {
  const bytes = Buffer.alloc(32);
  const { longPassword, protocol41, secureConnection, pluginAuth } = flags;
  bytes.writeUInt32LE(longPassword | protocol41 | secureConnection | pluginAuth | further, 0);
  bytes.writeUInt32LE(limits.conversationBytes, 4);
  bytes.writeUInt8(utf8mb4, 8);
  return bytes;
}

function handshakeResponse(sequence: number, plugin: string, further = 0, database = ''): Buffer {
  const proof = noPassword(plugin);
  const rest = [
    Buffer.from(`${anonymous}\0`),
    Buffer.from([proof.length]),
    proof,
    Buffer.from(`${database}${plugin}\0`),
  ];
  return packet(sequence, Buffer.concat([responseHead(further), ...rest]));
}

/** An empty password as the method of authentication sends it. */
const noPassword = (plugin: string | undefined): Buffer =>
  plugin === 'mysql_native_password' ? Buffer.alloc(0) : Buffer.from([0]);

function packet(sequence: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head.writeUInt8(sequence, 3);
  return Buffer.concat([head, payload]);
}
