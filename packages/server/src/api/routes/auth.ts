import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import type { FastifyInstance } from 'fastify';
import type { AdminPassword } from '../../access/admin-password.ts';
import type { Audit } from '../../access/audit/audit.ts';
import { userIdOf } from '../../access/caller.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { SignInMethods } from '../../access/sign-in-methods.ts';
import { countUsers } from '../../access/user-store.ts';
import type { PasskeyInvitations } from '../../access/users/passkey-invitations.ts';
import type { UserPasswords } from '../../access/users/user-passwords.ts';
import type { Database } from '../../storage/database.ts';
import { timeOrNull } from '../../storage/wire-format.ts';
import { callerOf } from '../http/guard-access.ts';
import { type Handlers, serveEndpoints } from '../http/serve-endpoints.ts';
import { arrivalOf } from './arrival-of.ts';
import { type ConfirmDeps, confirmHandlers } from './confirm-handlers.ts';
import { answerOfSignIn, proofOf } from './sign-in-answers.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';
import { beginAttempt } from './sign-in-limits.ts';

export interface AuthRouteDeps extends ConfirmDeps {
  db: Database;
  password: AdminPassword;
  userPasswords: UserPasswords;
  invitations: PasskeyInvitations;
  sessions: Sessions;
  audit: Pick<Audit, 'refused'>;
  signInMethods: Pick<SignInMethods, 'methods'>;
}

export function authRoutes(api: FastifyInstance, deps: AuthRouteDeps): void {
  serveEndpoints(api, 'auth', {
    login: loginHandler(deps),
    ...invitationHandlers(deps),
    ...confirmHandlers(deps),
    ...ownHandlers(deps),
  });
}

type AuthHandlers = Handlers<'auth'>;

/** Signs in the owner or a user by password. */
const loginHandler =
  ({ password, userPasswords, throttle, audit }: AuthRouteDeps): AuthHandlers['login'] =>
  async ({ raw, reply, body: { email, password: given }, change }) => {
    const attempt = beginAttempt(throttle, { raw, reply });
    const arrival = arrivalOf(raw);
    if (email === undefined) {
      const signIn = await password.signIn(given, attempt.sender, change, arrival);
      return answerOfSignIn(signIn, { attempt, raw, audit, refusal: accessMessages.wrongPassword });
    }
    const signIn = await userPasswords.signIn({ ...arrival, email, password: given }, attempt.sender, change);
    return answerOfSignIn(signIn, { attempt, raw, audit, refusal: accessMessages.wrongSignIn });
  };

/** Accepting an invitation. */
function invitationHandlers({
  clock,
  userPasswords,
  invitations,
  throttle,
  audit,
}: AuthRouteDeps): Pick<AuthHandlers, 'invitationProofs' | 'invitationPasskey' | 'invitation'> {
  const begun = createSignInAttempts(clock, null, limits.signOn.perMinute);
  return {
    invitationProofs: async () => invitations.proofs(),
    async invitationPasskey({ raw, reply, body }) {
      begun.count(raw, reply);
      const options = await invitations.options(body);
      if (options === null) throw new RequestError('unauthorized', accessMessages.badInvitation);
      return options;
    },
    async invitation({ raw, reply, body, change }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const proof = proofOf(body);
      const given = { ...arrivalOf(raw), token: body.token, name: body.name };
      const signIn = await ('passkey' in proof
        ? invitations.accept({ ...given, ...proof }, change)
        : userPasswords.accept({ ...given, ...proof }, attempt.sender, change));
      return answerOfSignIn(signIn, { attempt, raw, audit, refusal: accessMessages.badInvitation });
    },
  };
}

/** The caller's own session and sign-in methods. */
function ownHandlers({
  db,
  password,
  userPasswords,
  sessions,
  throttle,
  signInMethods,
}: AuthRouteDeps): Pick<AuthHandlers, 'logout' | 'me' | 'methods' | 'changePassword'> {
  return {
    async logout({ raw, change }) {
      await sessions.end(callerOf(raw).tokenHash, change);
      return null;
    },
    async me({ raw }) {
      const { kind, id, name, email, role, scopes, expiresAt } = callerOf(raw);
      return { kind, id, name, email, role, scopes: [...scopes], expires_at: timeOrNull(expiresAt) };
    },
    async methods() {
      const ofUsers =
        (await countUsers(db)) === 0 ? [] : [{ kind: 'email' as const, label: accessMessages.method.email }];
      return [...ofUsers, ...(await signInMethods.methods())];
    },
    async changePassword({ raw, reply, body: { current_password: current, new_password: next }, change: run }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const userId = userIdOf(callerOf(raw));
      const change = await (userId === null
        ? password.change({ current, next }, attempt.sender, run)
        : userPasswords.change(userId, { current, next }, attempt.sender, run));
      if (change === 'busy') throw attempt.busy();
      if (change === 'wrong') throw wrongPassword();
      attempt.welcome();
      return null;
    },
  };
}

const wrongPassword = (): RequestError =>
  new RequestError('invalid', accessMessages.wrongCurrentPassword, {
    errors: [{ field: 'current_password', message: accessMessages.wrongCurrentPassword }],
  });
