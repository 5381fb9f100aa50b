import type { Socket } from 'node:net';
import { addressLiteral } from '../own-name.ts';
import { TargetFailure } from '../target-failure.ts';
import { type Conversation, converseOn, requireNothingMore } from './conversation.ts';
import { asReadableText } from './first-bytes.ts';
import type { ProbeContext } from './probe.ts';
import { serviceProbe } from './service.ts';

/** Reads the greeting and sends EHLO; with STARTTLS again over TLS. Ends with QUIT. */
export const probeSmtp = serviceProbe<'SMTP'>(async ({ socket, target, context, startTls, onEnd }) => {
  const converse = (over: Socket): Conversation => {
    const smtp = converseOn(over, context.signal);
    onEnd(() => smtp.end('QUIT\r\n'));
    return smtp;
  };
  const smtp = converse(socket);
  await readSmtpGreeting(smtp, context);
  const features = await sayHello(smtp, socket, context);
  if (target.options.security !== 'starttls') return;
  await beginSmtpTls(smtp, features, context);
  await sayHello(converse(await startTls()), socket, context);
});

export async function readSmtpGreeting(smtp: Conversation, { step }: ProbeContext): Promise<string> {
  step('waiting for the greeting');
  return (await requireReply(smtp, '220', 'a greeting')).join('\n');
}

/** Sends EHLO, and returns the lines of the answer, which name the features of the server. */
export function sayHello(smtp: Conversation, { localAddress }: Socket, context: ProbeContext): Promise<string[]> {
  context.step('waiting for the answer to EHLO');
  smtp.send(`EHLO ${context.ownName ?? addressLiteral(localAddress ?? '127.0.0.1')}\r\n`);
  return requireReply(smtp, '250', 'an answer to EHLO');
}

/** Sends STARTTLS, which the server must offer. */
export async function beginSmtpTls(
  smtp: Conversation,
  features: readonly string[],
  { step }: ProbeContext,
): Promise<void> {
  if (!features.some((line) => /^250[ -]STARTTLS\s*$/i.test(line))) {
    throw new TargetFailure('server does not offer STARTTLS');
  }
  step('waiting for the answer to STARTTLS');
  smtp.send('STARTTLS\r\n');
  await requireReply(smtp, '220', 'an answer to STARTTLS');
  requireNothingMore(smtp);
}

/** Reads a reply of one or more lines, which must have this code (RFC 5321, section 4.2). */
async function requireReply(smtp: Conversation, code: string, what: string): Promise<string[]> {
  const lines: string[] = [];
  do lines.push(await smtp.line(what));
  while (/^\d{3}-/.test(lines.at(-1) ?? ''));
  if (lines.some((line) => !new RegExp(`^${code}(?:[ -]|$)`).test(line))) {
    throw new TargetFailure(`server answered "${asReadableText(lines.join(' ')).trim()}"`);
  }
  return lines;
}
