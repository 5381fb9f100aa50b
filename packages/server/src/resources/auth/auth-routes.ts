import { authEndpoints } from '@upvigil/core/contract/auth';
import { RequestError } from '@upvigil/core/errors';
import { limits } from '@upvigil/core/limits';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../clock.ts';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import type { AdminPassword } from './admin-password.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import type { Sessions } from './sessions.ts';

export interface AuthParts {
  password: AdminPassword;
  sessions: Sessions;
  clock: Clock;
}

/** Sign-in, sign-out and change of the password. */
export function authRoutes(api: FastifyInstance, { password, sessions, clock }: AuthParts): void {
  const throttle = createLoginThrottle(limits.wrongPasswordsPerMinute, () => clock.monotonic());
  const isRight = async (address: string, reply: FastifyReply, given: string): Promise<boolean> => {
    refuseTooMany(throttle, address, reply);
    const right = await password.isRight(given);
    if (right) throttle.forgive(address);
    return right;
  };

  serveEndpoints(api, authEndpoints, {
    async login({ raw, reply, body }) {
      if (!(await isRight(raw.ip, reply, body.password))) throw new RequestError('unauthorized', 'Invalid password');
      return { access_token: await sessions.start(), token_type: 'bearer' as const };
    },
    async logout({ raw }) {
      if (raw.sessionHash !== null) await sessions.end(raw.sessionHash);
      return null;
    },
    async changePassword({ raw, reply, body }) {
      if (!(await isRight(raw.ip, reply, body.current_password))) {
        throw new RequestError('invalid', 'The current password is wrong', {
          errors: [{ field: 'current_password', message: 'The current password is wrong' }],
        });
      }
      await password.change(body.new_password);
      return null;
    },
  });
}

function refuseTooMany(throttle: LoginThrottle, address: string, reply: FastifyReply): void {
  const seconds = throttle.attempt(address);
  if (seconds === null) return;
  reply.header('retry-after', seconds);
  throw new RequestError('tooMany', `Too many wrong passwords: try again in ${seconds} seconds`);
}
