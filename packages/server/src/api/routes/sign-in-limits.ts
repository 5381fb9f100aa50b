import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { userIdOf } from '../../access/caller.ts';
import { clientNetwork } from '../../access/client-network.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Sender } from '../../access/sign-in-queue.ts';
import { serverDefaults } from '../../base/server-defaults.ts';

/** One authentication attempt. It counts as wrong until `welcome` or `busy` is called. */
export interface Attempt {
  sender: Sender;
  /** The attempt was right. */
  welcome(): void;
  /** The attempt was not compared and does not count. */
  busy(): RequestError;
}

/**
 * Counts by network, never by account alone, so that nobody can lock another out. Signed-in users are also counted by
 * account: at an unattended browser the password could be guessed from many networks.
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
      // Excludes this attempt.
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
