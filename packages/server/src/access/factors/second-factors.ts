import { RequestError } from '@upvigil/core/contract/errors';
import type { SecondFactorInput, SecondFactorWanted } from '@upvigil/core/contract/factors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { SignInChange } from '../audit/audit.ts';
import type { HashCost } from '../password-store.ts';
import type { Newcomer, StartedSession } from '../sessions.ts';
import { insertChallenge, newChallenge, takeChallenge, tryChallenge } from './challenge-store.ts';
import { secondFactorMethodsOf } from './factor-store.ts';
import type { GuessLimit } from './guess-limit.ts';
import type { Passkeys } from './passkeys.ts';
import { hashForPerson, useRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';
import { openTotpSecret } from './totp-secret.ts';
import { findTotp, useTotpStep } from './totp-store.ts';

/** Origin of a sign-in, stored with the session. `proxyName`: user name given by the proxy. */
export type Arrival = Omit<Newcomer, 'userId'>;

/** Starts a session in the transaction of the sign-in method. */
export type StartSession = (transaction: Database, userId: number | null, arrival: Arrival) => Promise<StartedSession>;

interface SecondFactorOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  secrets: Pick<Secrets, 'open'>;
  passkeys: Pick<Passkeys, 'verify'>;
  startSession: StartSession;
  guesses: Pick<GuessLimit, 'count'>;
  hashCost: HashCost;
}

/** Consumes an answer in the transaction of the sign-in. False when a concurrent request consumed it. */
type UseAnswer = (transaction: Database) => Promise<boolean>;

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(options: SecondFactorOptions) {
  const { db, clock, startSession, guesses } = options;
  return {
    /**
     * Creates the challenge in the transaction that accepted the password; null: no second factor. Passkeys count even
     * when they are off, so that a changed address does not remove the second factor.
     */
    async ask(transaction: Database, userId: number | null): Promise<SecondFactorWanted | null> {
      const methods = await secondFactorMethodsOf(transaction, userId);
      if (methods.length === 0) return null;
      const challenge = newChallenge();
      const lifeMs = limits.secondFactor.minutes * minuteMs;
      const made = { challenge, purpose: 'second_factor', userId, content: {}, now: clock.now(), lifeMs } as const;
      await insertChallenge(transaction, made);
      return { challenge, methods };
    },
    /**
     * Signs in with an answer.
     * @throws RequestError `unauthorized` when it is wrong or the challenge has expired
     */
    async answer(input: SecondFactorInput, arrival: Arrival, change: SignInChange): Promise<StartedSession> {
      const asked = { challenge: input.challenge, purpose: 'second_factor', now: clock.now() } as const;
      const most = limits.secondFactor.tries;
      const open = await tryChallenge(db, { ...asked, most });
      if (open === null) throw new RequestError('unauthorized', factorMessages.startAgain);
      const method = methodOf(input);
      const guess = method === 'passkey' ? null : await guesses.count({ userId: open.user_id, method, ip: arrival.ip });
      const useAnswer = await verifyAnswer(options, input, open.user_id);
      if (useAnswer === null) throw wrongAnswer(input);
      guess?.forgive();
      return change(
        async (trx) => {
          if ((await takeChallenge(trx, asked)) === null)
            throw new RequestError('unauthorized', factorMessages.startAgain);
          if (!(await useAnswer(trx))) throw wrongAnswer(input);
          return startSession(trx, open.user_id, arrival);
        },
        (started) => started,
      );
    },
  };
}

/** Verifies an answer. Returns how to consume it; null when it is wrong. */
async function verifyAnswer(
  { db, clock, secrets, passkeys, hashCost }: SecondFactorOptions,
  { code, recovery_code, passkey }: SecondFactorInput,
  userId: number | null,
): Promise<UseAnswer | null> {
  if (code !== undefined) {
    const totp = await findTotp(db, userId);
    const step = totp && (await stepOfCode(await openTotpSecret(secrets, totp), code, clock.now()));
    return totp && step !== null ? (trx) => useTotpStep(trx, totp.id, step) : null;
  }
  if (recovery_code !== undefined) {
    const hash = await hashForPerson(db, userId, recovery_code, hashCost);
    return hash === null ? null : (trx) => useRecoveryCode(trx, userId, hash);
  }
  const verified = passkey ? await passkeys.verify(passkey) : null;
  return verified && verified.userId === userId ? verified.use : null;
}

const methodOf = ({ code, recovery_code }: SecondFactorInput): 'code' | 'recovery_code' | 'passkey' => {
  if (code !== undefined) return 'code';
  return recovery_code === undefined ? 'passkey' : 'recovery_code';
};

function wrongAnswer({ code, recovery_code }: SecondFactorInput): RequestError {
  if (code !== undefined) return new RequestError('unauthorized', factorMessages.wrongCode);
  if (recovery_code !== undefined) return new RequestError('unauthorized', factorMessages.wrongRecoveryCode);
  return new RequestError('unauthorized', factorMessages.passkey.refused);
}
