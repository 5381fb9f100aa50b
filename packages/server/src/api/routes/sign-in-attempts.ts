import { RequestError } from '@upvigil/core/contract/errors';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '../../access/audit/audit.ts';
import { clientNetwork } from '../../access/client-network.ts';
import { createLoginThrottle } from '../../access/login-throttle.ts';
import type { Clock } from '../../base/clock.ts';

/** Counts refused sign-ins by address. Never by account: others could lock the owner out. */
interface SignInAttempts {
  /** Runs `work` and counts it if it is refused. @throws RequestError `tooMany` over the limit of the address */
  during<Answer>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answer>): Promise<Answer>;
  /** Counts a request whatever its result, because it stores something. @throws RequestError `tooMany` over the limit */
  count(request: FastifyRequest, reply: FastifyReply): void;
}

/** `audit` null: the request is no sign-in, and a refusal is not recorded. */
export function createSignInAttempts(
  clock: Pick<Clock, 'monotonic'>,
  audit: Pick<Audit, 'refused'> | null,
  perMinute: number,
): SignInAttempts {
  const throttle = createLoginThrottle(perMinute, () => clock.monotonic());
  const count: SignInAttempts['count'] = ({ ip }, reply) => {
    const seconds = throttle.attempt(clientNetwork(ip));
    if (seconds === null) return;
    reply.header('retry-after', seconds);
    throw new RequestError('tooMany', factorMessages.tooManyTries(seconds));
  };
  return {
    count,
    async during(request, reply, work) {
      const { ip } = request;
      const network = clientNetwork(ip);
      count(request, reply);
      try {
        const answer = await work();
        throttle.forgive(network);
        return answer;
      } catch (error) {
        if (error instanceof RequestError && error.kind === 'unauthorized') await audit?.refused(network, ip);
        throw error;
      }
    },
  };
}
