import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import type { TargetOf } from '../../../base/domain/check.ts';
import { TargetFailure } from '../target-failure.ts';
import { letLibraryTalk, loadOnce } from './client-library.ts';
import { type Conversation, converseOn, requireNothingMore } from './conversation.ts';
import { type Service, serviceProbe } from './service.ts';
import { beginTls } from './starttls.ts';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

/** The user of a connection without a sign-in, by which administrators find it in their log. */
const anonymous = 'upvigil';

/** Reads the answer to a start of a session, or signs in and sends SELECT 1. */
export const probePostgresql = serviceProbe<'POSTGRESQL'>(
  async (service) => {
    const { target, context } = service;
    const socket = target.options.security === 'tls' ? await negotiateTls(service) : service.socket;
    if (target.options.username !== '') {
      context.step('signing in');
      await signIn(socket, target.options, context.signal);
      service.onEnd(() => converseOn(socket, context.signal).end(terminate));
      return;
    }
    const server = converseOn(socket, context.signal);
    context.step('waiting for the answer to a start of a session');
    server.send(startupMessage({ user: anonymous, database: target.options.database }));
    if (await readAnswer(server)) service.onEnd(() => server.end(terminate));
  },
  { negotiatesTls: true },
);

/** Requests TLS as PostgreSQL's clients do, and returns the encrypted connection. */
async function negotiateTls({ socket, context, startTls }: Service<'POSTGRESQL'>): Promise<Socket> {
  const server = converseOn(socket, context.signal);
  context.step('waiting for the answer to the request for TLS');
  await beginTls.postgresql(server, socket, context);
  requireNothingMore(server);
  return startTls();
}

/** Reads messages until the server requests or refuses a sign-in, or is ready. Returns whether a session began. */
async function readAnswer(server: Conversation): Promise<boolean> {
  for (;;) {
    const { type, payload } = await readMessage(server);
    if (type === 'E') {
      const { code, text } = errorOf(payload);
      if (isSignInRefusal(code)) return false;
      throw failureOf(code, text);
    }
    if (type === 'Z') return true;
    const isSignInRequest = type === 'R' && payload.length >= 4 && payload.readInt32BE(0) !== 0;
    if (isSignInRequest) return false;
  }
}

/** Types of messages that may follow a start of a session. */
const startTypes = 'RESKNZv';

async function readMessage(server: Conversation): Promise<{ type: string; payload: Buffer }> {
  const head = await server.bytes(5, 'an answer');
  const type = head.toString('latin1', 0, 1);
  const length = head.readUInt32BE(1);
  if (!startTypes.includes(type) || length < 4 || length > limits.conversationBytes) {
    throw new TargetFailure('server does not speak the protocol of PostgreSQL');
  }
  return { type, payload: await server.bytes(length - 4, 'an answer') };
}

/** The fields of an error: its SQLSTATE and the text. */
function errorOf(payload: Buffer): { code: string; text: string } {
  const fields = payload.toString('utf8').split('\0');
  const field = (name: string): string => fields.find((each) => each.startsWith(name))?.slice(1) ?? '';
  return { code: field('C'), text: field('M') };
}

/** Class 28: invalid authorization. Besides: unknown database, and no permission for it. */
const isSignInRefusal = (code: string): boolean => code.startsWith('28') || code === '3D000' || code === '42501';

function failureOf(code: string, text: string): TargetFailure {
  if (code === '57P03') return new TargetFailure('server is starting up (57P03)');
  if (code === '53300') return new TargetFailure('too many connections (53300)');
  return new TargetFailure(`server answered "${text}"`);
}

const loadPg = loadOnce(() => import('pg'));

async function signIn(
  socket: Socket,
  { username, password, database }: TargetOf<'POSTGRESQL'>['options'],
  signal: AbortSignal,
): Promise<void> {
  const { default: pg } = await loadPg();
  // It is connected already. pg waits for the event only.
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  const client = new pg.Client({
    stream: () => socket,
    ssl: false,
    user: username,
    // A function, because pg replaces an empty text by variables of the environment.
    password: () => password,
    database: database === '' ? username : database,
    application_name: anonymous,
  });
  client.on('error', () => undefined);
  await letLibraryTalk(socket, signal, async () => {
    try {
      await client.connect();
      await client.query('SELECT 1');
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { code = '', message: text } = error;
      throw code.startsWith('28') ? new TargetFailure('sign-in refused') : failureOf(code, text);
    }
  });
}

/** Version 3.0 of the protocol and the parameters, after the length, which includes its own four bytes. */
function startupMessage({ user, database }: { user: string; database: string }): Buffer {
  const parameters = ['user', user, ...(database === '' ? [] : ['database', database]), 'application_name', anonymous];
  const payload = `\0\x03\0\0${parameters.map((text) => `${text}\0`).join('')}\0`;
  const message = Buffer.alloc(4 + Buffer.byteLength(payload));
  message.writeInt32BE(message.length);
  message.write(payload, 4);
  return message;
}
