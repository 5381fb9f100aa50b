import { RequestError } from '@upvigil/core/contract/errors';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import { hourMs } from '@upvigil/core/time';
import { endNotice, openNotice } from '../../alerts/notify/notices/notice-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { clientNetwork } from '../client-network.ts';
import { createLoginThrottle, type LoginThrottle } from '../login-throttle.ts';
import { listAddressesOf } from '../session-store.ts';
import { findUser } from '../user-store.ts';

const kind: NoticeKind = 'second_factor_guessed';
const subjectOf = (userId: number | null): string => String(userId ?? 'owner');

/** An answer to a second-factor challenge. A passkey cannot be guessed. */
export interface Guess {
  /** Null: the owner. */
  userId: number | null;
  method: 'code' | 'recovery_code';
  ip: string | null;
}

interface GuessLimitOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

export type GuessLimit = ReturnType<typeof createGuessLimit>;

/**
 * Limits wrong answers by account, whatever the network: an attacker with the password and many networks could
 * otherwise try a million codes. Networks in which the person is signed in have a limit of their own, so that an
 * attacker cannot lock the person out there.
 */
export function createGuessLimit(options: GuessLimitOptions) {
  const { db, clock } = options;
  const { wrongCodesPerHour, wrongRecoveryCodesPerHour } = limits.secondFactor;
  const throttleOf = (most: number): LoginThrottle => createLoginThrottle(most, () => clock.monotonic(), hourMs);
  const throttles = { code: throttleOf(wrongCodesPerHour), recovery_code: throttleOf(wrongRecoveryCodesPerHour) };
  return {
    /**
     * Counts an answer as wrong until `forgive` is called. The first one over the limit opens a notice.
     * @throws RequestError `tooMany` over the limit
     */
    async count({ userId, method, ip }: Guess): Promise<{ forgive(): void }> {
      const network = clientNetwork(ip ?? undefined);
      const known = (await listAddressesOf(db, userId)).map((address) => clientNetwork(address));
      const isKnown = known.includes(network);
      const place = `${subjectOf(userId)} ${isKnown ? network : 'elsewhere'}`;
      const seconds = throttles[method].attempt(place);
      if (seconds === null) return { forgive: () => throttles[method].forgive(place) };
      if (!isKnown) await notify(options, userId);
      throw new RequestError('tooMany', factorMessages.tooManyGuesses(Math.ceil(seconds / 60)), {
        facts: { retry_after: seconds },
      });
    },
    /** Ends notices after a day. */
    async endOld(): Promise<void> {
      const now = clock.now();
      const old = await db
        .selectFrom('notices')
        .select('subject')
        .where('kind', '=', kind)
        .where('ended_at', 'is', null)
        .where('began_at', '<=', now - 24 * hourMs)
        .execute();
      for (const { subject } of old) await endNotice(db, { kind, subject, isNotified: false, now });
    },
  };
}

/** Uses a transaction of its own: the request is refused, but the notice stays. */
async function notify({ db, clock, changes }: GuessLimitOptions, userId: number | null): Promise<void> {
  const isNew = await db.transaction().execute(async (trx) => {
    const message = factorMessages.guessed(await nameOf(trx, userId));
    return openNotice(trx, { kind, subject: subjectOf(userId), message, now: clock.now() });
  });
  if (isNew) changes.publish({ has_deliveries: true });
}

const nameOf = async (db: Database, userId: number | null): Promise<string> =>
  userId === null ? 'the owner' : ((await findUser(db, userId))?.email ?? 'a user');
