import { connect, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from '../targets/certificates.ts';
import { type ReceivedEmail, readEmail } from './read-email.ts';
import { listenOnLoopback, type Sink } from './sink.ts';

export interface SmtpSinkOptions {
  /** Offers STARTTLS, or starts with TLS; absent: plain text only. */
  tls?: { certificate: Certificate; isImplicit?: boolean };
  /** Requires sign-in as this user. */
  account?: { user: string; password: string };
}

export interface SmtpSink extends Sink<ReceivedEmail> {
  /** Recipients that are refused permanently, and temporarily. */
  refused: Set<string>;
  deferred: Set<string>;
  /** Refuses messages with one of these words permanently. */
  refusedWords: Set<string>;
  /** Connections so far. */
  readonly connections: number;
}

/** A real SMTP server behind a small relay, which hangs, closes and sends garbage where the server itself would not. */
export async function startSmtpSink({ tls, account }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const messages: ReceivedEmail[] = [];
  const refused = new Set<string>();
  const deferred = new Set<string>();
  const refusedWords = new Set<string>();
  let connections = 0;

  const server = new SMTPServer({
    ...tls?.certificate,
    secure: tls?.isImplicit ?? false,
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, callback) {
      if (sink.behaviour === 'echo') return callback(refusal(535, `no ${username} with ${password}`));
      const isRight = username === account?.user && password === account?.password;
      if (sink.behaviour === 'refuse-login' || !isRight) return callback(refusal(535, '5.7.8 authentication failed'));
      return callback(null, { user: username });
    },
    onMailFrom(_address, _session, callback) {
      callback(sink.behaviour === 'busy' ? refusal(451, '4.7.1 greylisted, try again later') : null);
    },
    onRcptTo({ address }, _session, callback) {
      if (sink.behaviour === 'refuse-recipient' || refused.has(address)) return callback(refusal(550, 'no such user'));
      return callback(deferred.has(address) ? refusal(450, 'mailbox is busy') : null);
    },
    onData(stream, session, callback) {
      if (sink.behaviour === 'close') for (const socket of sockets) socket.destroy();
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1');
      });
      stream.on('end', () => {
        const email = readEmail(raw);
        if ([...refusedWords].some((word) => email.text.includes(word))) {
          return callback(refusal(554, '5.7.1 message refused'));
        }
        messages.push({
          ...email,
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: session.user ?? null,
        });
        callback();
      });
    },
  } satisfies SMTPServerOptions);
  server.on('error', () => undefined);
  const backPort = await new Promise<number>((resolve) => {
    const back = server.listen(0, '127.0.0.1', () => resolve((back.address() as { port: number }).port));
  });

  const sockets = new Set<Socket>();
  const relay = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    connections += 1;
    if (sink.behaviour === 'hang') return;
    if (sink.behaviour === 'garbage') return void socket.end('lorem ipsum dolor sit amet\r\nconsectetur\r\n');
    passOn(socket, backPort);
  });
  const { port, open, close } = await listenOnLoopback(relay);
  const sink: SmtpSink = {
    port,
    behaviour: 'accept',
    messages,
    open,
    refused,
    deferred,
    refusedWords,
    get connections() {
      return connections;
    },
    async close() {
      await close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return sink;
}

function passOn(socket: Socket, backPort: number): void {
  const back = connect(backPort, '127.0.0.1');
  back.on('error', () => socket.destroy());
  back.pipe(socket);
  socket.pipe(back);
  socket.on('close', () => back.destroy());
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
