import { addressLiteral } from '../own-name.ts';
import { TargetFailure } from '../target-failure.ts';
import { type Conversation, converseOn } from './conversation.ts';
import { asReadableText } from './first-bytes.ts';
import { serviceProbe } from './service.ts';

/** Reads the greeting and sends EHLO; with STARTTLS again over TLS. Ends with QUIT. */
export const probeSmtp = serviceProbe<'SMTP'>(async ({ socket, target, context, startTls, onEnd }) => {
  const { signal, step, ownName } = context;
  const converse = (over: typeof socket): Conversation => {
    const smtp = converseOn(over, signal);
    onEnd(() => smtp.end('QUIT\r\n'));
    return smtp;
  };
  const sayHello = (smtp: Conversation): Promise<string[]> => {
    step('waiting for the answer to EHLO');
    smtp.send(`EHLO ${ownName ?? addressLiteral(socket.localAddress ?? '127.0.0.1')}\r\n`);
    return requireReply(smtp, '250', 'an answer to EHLO');
  };

  const smtp = converse(socket);
  step('waiting for the greeting');
  await requireReply(smtp, '220', 'a greeting');
  const features = await sayHello(smtp);
  if (target.options.security !== 'starttls') return;
  if (!features.some((line) => /^250[ -]STARTTLS\s*$/i.test(line))) {
    throw new TargetFailure('server does not offer STARTTLS');
  }
  step('waiting for the answer to STARTTLS');
  smtp.send('STARTTLS\r\n');
  await requireReply(smtp, '220', 'an answer to STARTTLS');
  // Sent without encryption, anybody on the path may have added it (CVE-2011-0411).
  if (smtp.unreadBytes() > 0) throw new TargetFailure('server sent data before the TLS handshake');
  await sayHello(converse(await startTls()));
});

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
