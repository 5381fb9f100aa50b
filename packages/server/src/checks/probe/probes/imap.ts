import type { Socket } from 'node:net';
import { defaults } from '@upvigil/core/defaults';
import { elapsedMicroseconds } from '../elapsed.ts';
import { down, nothingMeasured, outcomeOfError } from '../failure-text.ts';
import { asReadableText, asWireText, readFirstBytes } from './first-bytes.ts';
import type { Probe } from './probe.ts';

/** RFC 9051, section 7.1. */
const goodGreeting = /^\* (OK|PREAUTH)\b/i;

/**
 * Connects (with TLS on port 993) and reads the greeting, which must be OK or PREAUTH and contain the expected
 * response.
 */
export const probeImap: Probe<'IMAP'> = async (target, { clock, dialer, signal, step, trace }) => {
  const { host, port, expected_response, ip_family: family } = target;
  const started = clock.monotonic();
  let socket: Socket | null = null;
  try {
    const tls = port === defaults.imapTlsPort;
    socket = await dialer.dial({ host, port, tls, signal, onStep: step, family, trace });
    step('waiting for the greeting');
    const { text } = await readFirstBytes(socket, (sent) => sent.includes('\n'), signal);
    trace.ended('first_byte');
    const response_time_us = elapsedMicroseconds(clock, started);
    const problem = wrongGreeting(text, expected_response);
    sendLogout(socket);
    if (problem) return down(problem, { response_time_us });
    return { outcome: 'up', ...nothingMeasured, response_time_us };
  } catch (error) {
    socket?.destroy();
    return outcomeOfError(error);
  }
};

function wrongGreeting(text: string, expected: string | null): string | null {
  if (text === '') return 'connection closed without a greeting';
  const isGood = goodGreeting.test(text) && (!expected || text.includes(asWireText(expected)));
  return isGood ? null : `greeting was "${asReadableText(text).trim()}"`;
}

/** Sends LOGOUT, because mail servers log connections that end without it. */
function sendLogout(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end('a1 LOGOUT\r\n');
  socket.destroySoon();
}
