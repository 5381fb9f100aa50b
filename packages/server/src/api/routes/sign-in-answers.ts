import { RequestError } from '@upvigil/core/contract/errors';
import type { SecondFactorWanted } from '@upvigil/core/contract/factors';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyRequest } from 'fastify';
import type { SignIn } from '../../access/admin-password.ts';
import type { Audit } from '../../access/audit/audit.ts';
import type { Attempt } from './sign-in-limits.ts';

export const bearer = (token: string) => ({ access_token: token, token_type: 'bearer' as const });

/** The result of a sign-in attempt. */
interface Tried {
  attempt: Attempt;
  raw: FastifyRequest;
  /** The message for a wrong one. */
  refusal: string;
}

/** The response to a sign-in attempt. @throws RequestError when it did not succeed */
export async function answerOfSignIn(
  signIn: SignIn,
  { attempt, raw, refusal, audit }: Tried & { audit: Pick<Audit, 'refused'> },
) {
  if (signIn.is === 'busy') throw attempt.busy();
  if (signIn.is === 'wrong') {
    await audit.refused(attempt.sender.network, raw.ip);
    throw new RequestError('unauthorized', refusal);
  }
  attempt.welcome();
  if (signIn.is === 'asked') throw secondFactorRequired(signIn.wanted);
  return bearer(signIn.token);
}

/** The password was right; a second factor is required. */
function secondFactorRequired(wanted: SecondFactorWanted): RequestError {
  const { enterCode, usePasskey } = factorMessages;
  return new RequestError('forbidden', wanted.methods.includes('totp') ? enterCode : usePasskey, { facts: wanted });
}

/** The given proof. @throws Error when there is none, which the schema excludes */
export function proofOf<Passkey>({
  password,
  passkey,
}: {
  password?: string | undefined;
  passkey?: Passkey | undefined;
}): { password: string } | { passkey: Passkey } {
  if (password !== undefined) return { password };
  if (passkey !== undefined) return { passkey };
  throw new Error('Neither a password nor a passkey came through the schema');
}
