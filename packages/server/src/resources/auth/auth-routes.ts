import { authEndpoints } from '@upvigil/core/contract/auth';
import type { SecondFactorWanted } from '@upvigil/core/contract/factors';
import { RequestError } from '@upvigil/core/errors';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { factorMessages } from '@upvigil/core/page-messages/factors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminPassword, SignIn } from '../../access/admin-password.ts';
import type { Audit } from '../../access/audit/audit.ts';
import { newcomer, ownerOf, userIdOf } from '../../access/caller.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { UserPasswords } from '../../access/users/user-passwords.ts';
import { countUsers } from '../../access/users/user-store.ts';
import type { WaysIn } from '../../access/ways-in.ts';
import { actAs, callerOf } from '../../http/guard-access.ts';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import type { Database } from '../../storage/database.ts';
import { timeOrNull } from '../../storage/wire-format.ts';
import { arrivalOf } from '../shared/arrival-of.ts';
import { type Attempt, beginAttempt } from './sign-in-limits.ts';

export interface AuthRouteDeps {
  db: Database;
  password: AdminPassword;
  userPasswords: UserPasswords;
  sessions: Sessions;
  throttle: LoginThrottle;
  audit: Pick<Audit, 'refused'>;
  waysIn: Pick<WaysIn, 'methods'>;
}

/** Sign-in, sign-out, who one is, and change of the password. */
export function authRoutes(
  api: FastifyInstance,
  { db, password, userPasswords, sessions, throttle, audit, waysIn }: AuthRouteDeps,
): void {
  /** The answer of a sign-in that was tried. @throws RequestError when it did not lead in */
  async function entered(
    signIn: SignIn,
    { attempt, raw, refusal }: { attempt: Attempt; raw: FastifyRequest; refusal: string },
  ) {
    if (signIn.is === 'busy') throw attempt.busy();
    if (signIn.is === 'wrong') {
      await audit.refused(attempt.sender.network, raw.ip);
      throw new RequestError('unauthorized', refusal);
    }
    attempt.welcome();
    if (signIn.is === 'asked') throw askFurther(signIn.wanted);
    return bearer(signIn.token);
  }
  const beUser = (raw: FastifyRequest) => (user: Parameters<typeof actAs>[1]) => actAs(raw, user);

  serveEndpoints(api, authEndpoints, {
    async login({ raw, reply, body: { email, password: given } }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const arrival = arrivalOf(raw);
      if (email === undefined) {
        actAs(raw, ownerOf(newcomer));
        const signIn = await password.signIn(given, attempt.sender, { userId: null, ...arrival });
        return entered(signIn, { attempt, raw, refusal: accessMessages.wrongPassword });
      }
      const signIn = await userPasswords.signIn({ ...arrival, email, password: given }, attempt.sender, beUser(raw));
      return entered(signIn, { attempt, raw, refusal: accessMessages.wrongSignIn });
    },
    async logout({ raw }) {
      await sessions.end(callerOf(raw).tokenHash);
      return null;
    },
    async me({ raw }) {
      const { kind, id, name, email, role, scopes, expiresAt } = callerOf(raw);
      return { kind, id, name, email, role, scopes: [...scopes], expires_at: timeOrNull(expiresAt) };
    },
    async methods() {
      const ofUsers =
        (await countUsers(db)) === 0 ? [] : [{ kind: 'email' as const, label: accessMessages.method.email }];
      return [...ofUsers, ...(await waysIn.methods())];
    },
    async invitation({ raw, reply, body }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const signIn = await userPasswords.accept({ ...arrivalOf(raw), ...body }, attempt.sender, beUser(raw));
      return entered(signIn, { attempt, raw, refusal: accessMessages.badInvitation });
    },
    async confirm({ raw, reply, body }) {
      const caller = callerOf(raw);
      const attempt = beginAttempt(throttle, { raw, reply });
      const userId = userIdOf(caller);
      const confirmed = await (userId === null
        ? password.confirm(body.password, attempt.sender)
        : userPasswords.confirm(userId, body.password, attempt.sender));
      if (confirmed === 'busy') throw attempt.busy();
      if (confirmed === 'wrong') throw wrongPassword('password');
      const token = await sessions.renew(caller.tokenHash);
      if (token === null) throw new RequestError('unauthorized', accessMessages.signInFirst);
      attempt.welcome();
      return bearer(token);
    },
    async changePassword({ raw, reply, body: { current_password: current, new_password: next } }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const userId = userIdOf(callerOf(raw));
      const change = await (userId === null
        ? password.change(current, next, attempt.sender)
        : userPasswords.change(userId, { current, next }, attempt.sender));
      if (change === 'busy') throw attempt.busy();
      if (change === 'wrong') throw wrongPassword('current_password');
      attempt.welcome();
      return null;
    },
  });
}

const bearer = (token: string) => ({ access_token: token, token_type: 'bearer' as const });

/** The password was right, and opens a question. */
function askFurther(wanted: SecondFactorWanted): RequestError {
  const { enterCode, usePasskey } = factorMessages;
  return new RequestError('forbidden', wanted.methods.includes('totp') ? enterCode : usePasskey, { facts: wanted });
}

const wrongPassword = (field: string): RequestError =>
  new RequestError('invalid', accessMessages.wrongCurrentPassword, {
    errors: [{ field, message: accessMessages.wrongCurrentPassword }],
  });
