import type { TLSSocket } from 'node:tls';
import { isSystemError } from '../faults.ts';
import { TargetFailure } from '../target-failure.ts';
import { converseOn, requireNothingMore } from './conversation.ts';
import { asWireText, missingResponse } from './first-bytes.ts';
import { serviceProbe } from './service.ts';
import { beginTls } from './starttls.ts';

/** The alert by which a server refuses all proposed protocols (RFC 7301, section 3.2). */
const noProtocol = /NO_APPLICATION_PROTOCOL$/;

/** Completes a handshake, within a protocol if `starttls` is set, and waits for the expected response, if any. */
export const probeTls = serviceProbe<'TLS'>(async ({ socket, target, context, startTls }) => {
  const { options, expected_response: expected } = target;
  const { starttls, alpn } = options;
  let greeting = '';
  if (starttls !== 'none') {
    context.step('waiting for STARTTLS');
    const conversation = converseOn(socket, context.signal);
    greeting = await beginTls[starttls](conversation, socket, context);
    requireNothingMore(conversation);
  }
  const secured = await startTls(alpn === '' ? {} : { alpn: [alpn] }).catch((error: unknown) => {
    throw isSystemError(error) && noProtocol.test(error.code) ? notOffered(alpn) : error;
  });
  if (alpn !== '' && (secured as TLSSocket).alpnProtocol !== alpn) throw notOffered(alpn);
  if (!expected || greeting.includes(asWireText(expected))) return;
  context.step('waiting for the expected response');
  const problem = await missingResponse(secured, expected, context.signal);
  if (problem) throw new TargetFailure(problem);
});

const notOffered = (alpn: string): TargetFailure => new TargetFailure(`server does not offer ${alpn}`);
