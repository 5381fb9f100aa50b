import type { Socket } from 'node:net';
import { TargetFailure } from '../target-failure.ts';
import { asReadableText, asWireText, readFirstBytes } from './first-bytes.ts';
import { serviceProbe } from './service.ts';

/** RFC 9051, section 7.1. */
const goodGreeting = /^\* (OK|PREAUTH)\b/i;

/** Reads the greeting, which must be OK or PREAUTH and contain the expected response. */
export const probeImap = serviceProbe<'IMAP'>(async ({ socket, target, context, onEnd }) => {
  context.step('waiting for the greeting');
  const { text } = await readFirstBytes(socket, (sent) => sent.includes('\n'), context.signal);
  onEnd(() => sendLogout(socket));
  if (text === '') throw new TargetFailure('connection closed without a greeting');
  const expected = target.expected_response;
  const isGood = goodGreeting.test(text) && (!expected || text.includes(asWireText(expected)));
  if (!isGood) throw new TargetFailure(`greeting was "${asReadableText(text).trim()}"`);
});

/** Sends LOGOUT, because mail servers log connections that end without it. */
function sendLogout(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end('a1 LOGOUT\r\n');
  socket.destroySoon();
}
