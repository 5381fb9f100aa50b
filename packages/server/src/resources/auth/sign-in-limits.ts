import { RequestError } from '@upvigil/core/errors';
import { serverDefaults } from '@upvigil/core/server-side/server-defaults';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../../access/client-network.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Sender } from '../../access/sign-in-queue.ts';

/** One attempt to prove who one is. It counts as wrong until something else is said of it. */
export interface Attempt {
  sender: Sender;
  /** It was right. */
  welcome(): void;
  /** Nobody looked at it, so it counts as nothing. */
  busy(): RequestError;
}

/**
 * Counts by network, never by account alone, so that nobody locks another out.
 * @throws RequestError `tooMany` after too many wrong ones
 */
export function beginAttempt(
  throttle: LoginThrottle,
  { raw, reply }: { raw: FastifyRequest; reply: FastifyReply },
): Attempt {
  const network = clientNetwork(raw.ip);
  const seconds = throttle.attempt(network);
  if (seconds !== null) {
    reply.header('retry-after', seconds);
    throw new RequestError('tooMany', `Too many wrong passwords: try again in ${seconds} seconds`);
  }
  return {
    sender: { network, isKnown: raw.caller !== null || throttle.isKnown(network) },
    welcome: () => throttle.welcome(network),
    busy() {
      throttle.forgive(network);
      reply.header('retry-after', serverDefaults.busySignInSeconds);
      return new RequestError(
        'unavailable',
        `Too many sign-ins at once: try again in ${serverDefaults.busySignInSeconds} seconds`,
      );
    },
  };
}
