import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { userIdOf } from '../../access/caller.ts';
import { clientNetwork } from '../../access/client-network.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Sender } from '../../access/sign-in-queue.ts';
import { serverDefaults } from '../../base/server-defaults.ts';

/** One attempt to prove who one is. It counts as wrong until something else is said of it. */
export interface Attempt {
  sender: Sender;
  /** It was right. */
  welcome(): void;
  /** Nobody looked at it, so it counts as nothing. */
  busy(): RequestError;
}

/**
 * Counts by network, never by account alone, so that nobody locks another out. Signed-in users are counted by account too: whoever
 * found an open browser would else guess the password from many networks.
 * @throws RequestError `tooMany` after too many wrong ones
 */
export function beginAttempt(
  throttle: LoginThrottle,
  { raw, reply }: { raw: FastifyRequest; reply: FastifyReply },
): Attempt {
  const network = clientNetwork(raw.ip);
  const account = raw.caller === null ? null : `account ${userIdOf(raw.caller) ?? 'owner'}`;
  const seconds = throttle.attempt(network) ?? (account === null ? null : throttle.attempt(account));
  if (seconds !== null) {
    reply.header('retry-after', seconds);
    throw new RequestError('tooMany', `Too many wrong passwords: try again in ${seconds} seconds`);
  }
  const forgiveAccount = (): void => {
    if (account !== null) throttle.forgive(account);
  };
  return {
    sender: {
      network,
      isKnown: raw.caller !== null || throttle.isKnown(network),
      // Without this one.
      wrong: throttle.count(network) - 1,
    },
    welcome() {
      throttle.welcome(network);
      forgiveAccount();
    },
    busy() {
      throttle.forgive(network);
      forgiveAccount();
      reply.header('retry-after', serverDefaults.busySignInSeconds);
      return new RequestError(
        'unavailable',
        `Too many sign-ins at once: try again in ${serverDefaults.busySignInSeconds} seconds`,
      );
    },
  };
}
