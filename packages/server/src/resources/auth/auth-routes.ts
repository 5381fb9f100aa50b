import { authEndpoints } from '@upvigil/core/contract/auth';
import type { SecondFactorWanted } from '@upvigil/core/contract/factors';
import { RequestError } from '@upvigil/core/errors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/page-messages/factors';
import { serverDefaults } from '@upvigil/core/server-side/server-defaults';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AdminPassword } from '../../access/admin-password.ts';
import type { Audit } from '../../access/audit/audit.ts';
import { clientNetwork } from '../../access/client-network.ts';
import { createLoginThrottle, type LoginThrottle } from '../../access/login-throttle.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../clock.ts';
import { callerOf } from '../../http/guard-access.ts';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import { timeOrNull } from '../../storage/wire-format.ts';

export interface AuthRouteDeps {
  password: AdminPassword;
  sessions: Sessions;
  audit: Pick<Audit, 'refused'>;
  clock: Clock;
}

/** Sign-in, sign-out and change of the password. */
export function authRoutes(api: FastifyInstance, { password, sessions, audit, clock }: AuthRouteDeps): void {
  const throttle = createLoginThrottle(limits.wrongPasswordsPerMinute, () => clock.monotonic());

  serveEndpoints(api, authEndpoints, {
    async login({ raw, reply, body }) {
      const network = clientNetwork(raw.ip);
      refuseTooMany(throttle, network, reply);
      const signIn = await password.signIn(body.password, { network, isKnown: throttle.isKnown(network) });
      if (signIn.is === 'busy') throw busy(throttle, network, reply);
      if (signIn.is === 'wrong') {
        await audit.refused(network, raw.ip);
        throw new RequestError('unauthorized', 'Invalid password');
      }
      throttle.welcome(network);
      if (signIn.is === 'asked') throw askFurther(signIn.wanted);
      return { access_token: signIn.token, token_type: 'bearer' as const };
    },
    async logout({ raw }) {
      await sessions.end(callerOf(raw).tokenHash);
      return null;
    },
    async me({ raw }) {
      const { kind, name, scopes, expiresAt } = callerOf(raw);
      return { kind, name, scopes: [...scopes], expires_at: timeOrNull(expiresAt) };
    },
    async changePassword({ raw, reply, body }) {
      const network = clientNetwork(raw.ip);
      refuseTooMany(throttle, network, reply);
      const change = await password.change(body.current_password, body.new_password, { network, isKnown: true });
      if (change === 'busy') throw busy(throttle, network, reply);
      if (change === 'wrong') throw wrongCurrent();
      throttle.welcome(network);
      return null;
    },
  });
}

function refuseTooMany(throttle: LoginThrottle, network: string, reply: FastifyReply): void {
  const seconds = throttle.attempt(network);
  if (seconds === null) return;
  reply.header('retry-after', seconds);
  throw new RequestError('tooMany', `Too many wrong passwords: try again in ${seconds} seconds`);
}

/** Nobody looked at the password, so it does not count as a wrong one. */
function busy(throttle: LoginThrottle, network: string, reply: FastifyReply): RequestError {
  throttle.forgive(network);
  reply.header('retry-after', serverDefaults.busySignInSeconds);
  return new RequestError(
    'unavailable',
    `Too many sign-ins at once: try again in ${serverDefaults.busySignInSeconds} seconds`,
  );
}

/** The password was right, and opens a question. */
function askFurther(wanted: SecondFactorWanted): RequestError {
  const { enterCode, usePasskey } = factorMessages;
  return new RequestError('forbidden', wanted.methods.includes('totp') ? enterCode : usePasskey, { facts: wanted });
}

const wrongCurrent = (): RequestError =>
  new RequestError('invalid', 'The current password is wrong', {
    errors: [{ field: 'current_password', message: 'The current password is wrong' }],
  });
