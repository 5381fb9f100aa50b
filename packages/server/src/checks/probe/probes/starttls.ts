import type { Socket } from 'node:net';
import { TargetFailure } from '../target-failure.ts';
import type { Conversation } from './conversation.ts';
import { asReadableText } from './first-bytes.ts';
import type { ProbeContext } from './probe.ts';
import { beginSmtpTls, readSmtpGreeting, sayHello } from './smtp.ts';

/** Speaks a protocol up to the point where TLS begins, and returns the greeting. Throws TargetFailure otherwise. */
type BeginTls = (conversation: Conversation, socket: Socket, context: ProbeContext) => Promise<string>;

/** By the option `starttls`. */
export const beginTls: Readonly<Record<'smtp' | 'imap' | 'pop3' | 'postgresql', BeginTls>> = {
  smtp: async (smtp, socket, context) => {
    const greeting = await readSmtpGreeting(smtp, context);
    await beginSmtpTls(smtp, await sayHello(smtp, socket, context), context);
    return greeting;
  },
  imap: async (imap) => {
    const greeting = await readGreetingLine(imap, /^\* OK\b/i);
    imap.send('a1 STARTTLS\r\n');
    // Untagged lines, such as capabilities, may come first.
    let answer: string;
    do answer = await imap.line('an answer to STARTTLS');
    while (answer.startsWith('* '));
    if (!/^a1 OK\b/i.test(answer)) throw noStartTls();
    return greeting;
  },
  pop3: async (pop3) => {
    const greeting = await readGreetingLine(pop3, /^\+OK\b/);
    pop3.send('STLS\r\n');
    if (!/^\+OK\b/.test(await pop3.line('an answer to STLS'))) throw noStartTls();
    return greeting;
  },
  /** https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest. */
  postgresql: async (server) => {
    server.send(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
    const answer = (await server.bytes(1, 'an answer to the request for TLS')).toString('latin1');
    if (answer !== 'S') throw new TargetFailure('server does not offer TLS');
    return '';
  },
};

const noStartTls = (): TargetFailure => new TargetFailure('server does not offer STARTTLS');

async function readGreetingLine(conversation: Conversation, good: RegExp): Promise<string> {
  const greeting = await conversation.line('a greeting');
  if (!good.test(greeting)) throw new TargetFailure(`greeting was "${asReadableText(greeting).trim()}"`);
  return greeting;
}
