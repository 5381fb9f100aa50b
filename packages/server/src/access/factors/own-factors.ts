import { RequestError } from '@upvigil/core/contract/errors';
import type { Factors } from '@upvigil/core/contract/factors';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database, DatabaseTransaction, InTransaction } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { HashCost } from '../password-store.ts';
import { hasSignInMethod, lockSignInMethods } from '../user-sign-in-methods.ts';
import { deleteChallengesOf } from './challenge-store.ts';
import { hasSecondFactor } from './factor-store.ts';
import { deletePasskey, deletePasskeysOf } from './passkey-store.ts';
import type { Person } from './person.ts';
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { newTotp, stepOfCode } from './totp.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts';
import { confirmTotp, deleteTotp, findPendingTotp, findTotp, insertPendingTotp } from './totp-store.ts';

interface OwnFactorOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  secrets: Pick<Secrets, 'open' | 'seal'>;
  hashCost: HashCost;
}

export type OwnFactors = ReturnType<typeof createOwnFactors>;

/** Manages the caller's own second factors. */
export function createOwnFactors({ db, clock, secrets, hashCost }: OwnFactorOptions) {
  return {
    list: async (userId: number | null): Promise<Pick<Factors, 'totp' | 'recovery_codes_left'>> => ({
      totp: (await findTotp(db, userId)) !== null,
      recovery_codes_left: await countRecoveryCodes(db, userId),
    }),
    async beginTotp({ userId, name }: Person): Promise<{ secret: string; uri: string }> {
      const made = await newTotp(name);
      await db.transaction().execute(async (trx) => {
        const secret = await sealTotpSecret(secrets, trx, { user_id: userId, secret: made.secret });
        await insertPendingTotp(trx, { userId, secret, now: clock.now() });
      });
      return made;
    },
    /**
     * Returns new recovery codes. @throws RequestError `conflict` when no set-up is open, `invalid` when the code is
     * wrong
     */
    async confirmTotp({ userId }: Person, code: string, change: InTransaction): Promise<string[]> {
      const now = clock.now();
      const row = await findPendingTotp(db, userId, now - limits.secondFactor.setUpMinutes * minuteMs);
      if (row === null) throw new RequestError('conflict', factorMessages.beginFirst);
      const step = await stepOfCode(await openTotpSecret(secrets, row), code, now);
      if (step === null) throw wrongCode();
      const made = await makeRecoveryCodes(hashCost);
      await change(async (trx) => {
        await confirmTotp(trx, row, now, step);
        await replaceRecoveryCodes(trx, userId, made);
      });
      return made.codes;
    },
    /** @throws RequestError `notFound` when there is none */
    async removeTotp(trx: DatabaseTransaction, userId: number | null): Promise<void> {
      if (!(await deleteTotp(trx, userId))) throw new RequestError('notFound', factorMessages.noTotp);
      await afterRemoval(trx, userId);
    },
    /** @throws RequestError `conflict` without a second factor */
    async renewRecoveryCodes(userId: number | null, change: InTransaction): Promise<string[]> {
      if (!(await hasSecondFactor(db, userId))) throw new RequestError('conflict', factorMessages.noFactor);
      const made = await makeRecoveryCodes(hashCost);
      await change((trx) => replaceRecoveryCodes(trx, userId, made));
      return made.codes;
    },
    /**
     * `hasOtherWay`: the person has a sign-in method that is not stored here, such as a proxy. @throws RequestError
     * `notFound` for an unknown passkey, `conflict` when it is the person's last sign-in method
     */
    async removePasskey(
      trx: DatabaseTransaction,
      { userId, id, hasOtherWay }: { userId: number | null; id: number; hasOtherWay: boolean },
    ): Promise<void> {
      if (userId !== null) await lockSignInMethods(trx, userId);
      if (!(await deletePasskey(trx, userId, id))) throw new RequestError('notFound', `There is no passkey ${id}`);
      if (userId !== null && !hasOtherWay && !(await hasSignInMethod(trx, userId)))
        throw new RequestError('conflict', factorMessages.passkey.onlyWayIn);
      await afterRemoval(trx, userId);
    },
  };
}

/** Deletes recovery codes with the last factor, and open challenges of the removed one. */
async function afterRemoval(trx: Database, userId: number | null): Promise<void> {
  await deleteChallengesOf(trx, userId);
  if (!(await hasSecondFactor(trx, userId))) await deleteRecoveryCodes(trx, userId);
}

/** Removes all second factors of a person who lost them. */
export async function deleteFactorsOf(transaction: Database, userId: number | null): Promise<void> {
  await deleteTotp(transaction, userId);
  await deletePasskeysOf(transaction, userId);
  await deleteRecoveryCodes(transaction, userId);
  await deleteChallengesOf(transaction, userId);
}

const wrongCode = (): RequestError =>
  new RequestError('invalid', factorMessages.wrongCode, {
    errors: [{ field: 'code', message: factorMessages.wrongCode }],
  });
