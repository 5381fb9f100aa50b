import { RequestError } from '@upvigil/core/contract/errors';
import type { UsedPasskey } from '@upvigil/core/contract/passkeys';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyRequest } from 'fastify';
import type { AdminPassword } from '../../access/admin-password.ts';
import type { Change } from '../../access/audit/audit.ts';
import { userIdOf } from '../../access/caller.ts';
import type { Confirming } from '../../access/factors/confirming.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { UserPasswords } from '../../access/users/user-passwords.ts';
import type { Clock } from '../../base/clock.ts';
import { callerOf } from '../http/guard-access.ts';
import type { Handlers } from '../http/serve-endpoints.ts';
import { bearer, proofOf } from './sign-in-answers.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';
import { type Attempt, beginAttempt } from './sign-in-limits.ts';

export interface ConfirmDeps {
  clock: Pick<Clock, 'monotonic'>;
  password: Pick<AdminPassword, 'confirm'>;
  userPasswords: Pick<UserPasswords, 'confirm'>;
  confirming: Confirming;
  sessions: Pick<Sessions, 'renew'>;
  throttle: LoginThrottle;
}

/** Re-authentication, for actions that a person at an unattended browser must not do. */
export function confirmHandlers(
  deps: ConfirmDeps,
): Pick<Handlers<'auth'>, 'confirmProofs' | 'confirmPasskey' | 'confirm'> {
  const { clock, confirming, throttle } = deps;
  const begun = createSignInAttempts(clock, null, limits.signOn.perMinute);
  return {
    confirmProofs: ({ raw }) => confirming.proofs(userIdOf(callerOf(raw))),
    async confirmPasskey({ raw, reply }) {
      begun.count(raw, reply);
      return confirming.options(sessionOf(raw));
    },
    async confirm({ raw, reply, body, change }) {
      const attempt = beginAttempt(throttle, { raw, reply });
      const proof = proofOf(body);
      const token =
        'passkey' in proof
          ? await byPasskey(deps, { raw, change }, proof.passkey)
          : await byPassword(deps, { raw, change, attempt, given: proof.password });
      attempt.welcome();
      return bearer(token);
    },
  };
}

const sessionOf = (raw: FastifyRequest) => {
  const caller = callerOf(raw);
  return { userId: userIdOf(caller), tokenHash: caller.tokenHash };
};

interface Confirmed {
  raw: FastifyRequest;
  change: Change;
}

async function byPasskey(
  { confirming }: ConfirmDeps,
  { raw, change }: Confirmed,
  passkey: UsedPasskey,
): Promise<string> {
  const token = await confirming.byPasskey(sessionOf(raw), passkey, change);
  if (token === null) throw refused('passkey', factorMessages.passkey.refused);
  return token;
}

async function byPassword(
  { password, userPasswords, confirming, sessions }: ConfirmDeps,
  { raw, change, attempt, given }: Confirmed & { attempt: Attempt; given: string },
): Promise<string> {
  const { userId, tokenHash } = sessionOf(raw);
  const confirmed = await (userId === null
    ? password.confirm(given, attempt.sender)
    : userPasswords.confirm(userId, given, attempt.sender));
  if (confirmed === 'busy') throw attempt.busy();
  if (confirmed === 'wrong') throw refused('password', sayingWhatElse(await confirming.proofs(userId)));
  return change(async (trx) => {
    const token = await sessions.renew(trx, tokenHash);
    if (token === null) throw new RequestError('unauthorized', accessMessages.signInFirst);
    return token;
  });
}

/** A user without a password gets another response than for a wrong password. */
function sayingWhatElse(proofs: Awaited<ReturnType<Confirming['proofs']>>): string {
  if (proofs.includes('password')) return accessMessages.wrongCurrentPassword;
  return proofs.includes('passkey') ? accessMessages.confirmByPasskey : accessMessages.signInAgain;
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
