import { limits } from '@upvigil/core/limits';
import { dayMs } from '@upvigil/core/time';
import type { Clock } from '../base/clock.ts';
import type { ChangeFeed } from '../base/domain/change-feed.ts';
import { createHourly } from '../base/hourly.ts';
import type { Database } from '../storage/database.ts';
import type { Secrets } from '../storage/settings/secrets/secrets.ts';
import { type AdminPassword, type CreateChallenge, createAdminPassword } from './admin-password.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { deleteOldEvents } from './audit/audit-store.ts';
import { type Callers, createCallers } from './callers.ts';
import { createGuessLimit } from './factors/guess-limit.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import type { HashCost } from './password-store.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createShareLinks, type ShareLinks } from './share-links/share-links.ts';
import { createSignInMethods, type SignInMethodSettings, type SignInMethods } from './sign-in-methods.ts';
import { createSignInQueue } from './sign-in-queue.ts';
import { createStartSession } from './sign-on/start-session.ts';
import { type ApiTokens, createApiTokens } from './tokens/api-tokens.ts';
import { watchExpiringTokens } from './tokens/expiring-tokens.ts';
import { createUserPasswords, type UserPasswords } from './users/user-passwords.ts';
import { createUsers, scopesOfPerson, type Users } from './users/users.ts';

export interface Access {
  sessions: Sessions;
  password: AdminPassword;
  users: Users;
  userPasswords: UserPasswords;
  /** Counts wrong passwords, codes and invitations of all users. */
  throttle: LoginThrottle;
  tokens: ApiTokens;
  shareLinks: ShareLinks;
  callers: Callers;
  audit: Audit;
  signInMethods: SignInMethods;
  /** Starts the hourly jobs: notices of expiring tokens, deletion of old audit events. */
  start(): void;
  stop(): Promise<void>;
}

interface AccessOptions extends SignInMethodSettings {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  /** Retention of audit events in days. */
  auditDays: number;
  /** Whether every user must have a second factor. */
  isSecondFactorRequired: boolean;
  secrets: Pick<Secrets, 'open' | 'seal'>;
  /** The key from the environment; null: the stored key. */
  secretKey: Buffer | null;
  hashCost: HashCost;
  log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

export function createAccess(options: AccessOptions): Access {
  const { db, clock, changes, auditDays, secretKey, hashCost, log } = options;
  const sessions = createSessions(db, clock);
  // Ends event streams on the other processes too.
  sessions.onEnded(() => changes.publish({ has_ended_access: true }));
  const tokens = createApiTokens({
    db,
    clock,
    makerScopes: (makerId) => scopesOfPerson(db, makerId),
    onNotRecorded: (error) => log.warn({ err: error }, 'the use of an API token could not be stored'),
  });
  const shareLinks = createShareLinks({
    db,
    clock,
    secretKey,
    onNotRecorded: (error) => log.warn({ err: error }, 'views of a share link could not be stored'),
  });
  const expiring = watchExpiringTokens({ db, clock, changes, log });
  const cleaning = createHourly(
    clock,
    () => deleteOldEvents(db, clock.now() - auditDays * dayMs),
    (error) => log.error({ err: error }, 'old audit events could not be deleted; retrying in an hour'),
  );
  const guesses = createGuessLimit({ db, clock, changes });
  const endingNotices = createHourly(
    clock,
    () => guesses.endOld(),
    (error) => log.error({ err: error }, 'expired notices of guessed codes could not be ended; retrying in an hour'),
  );
  const queue = createSignInQueue();
  const signInMethods = createSignInMethods({
    ...options,
    startSession: createStartSession(sessions),
    guesses,
    renewSession: sessions.renew,
    endSessionsOf: sessions.endOf,
    publishEnded: (userId) => sessions.publishEnded({ userId }),
  });
  const createChallenge: CreateChallenge = (trx, userId) => signInMethods.secondFactors.ask(trx, userId);
  return {
    sessions,
    tokens,
    shareLinks,
    signInMethods,
    password: createAdminPassword({ db, sessions, hashCost, queue, createChallenge }),
    users: createUsers({ clock, sessions, tokens, changes }),
    userPasswords: createUserPasswords({ db, clock, sessions, queue, createChallenge, hashCost }),
    throttle: createLoginThrottle(limits.wrongPasswordsPerMinute, () => clock.monotonic()),
    callers: createCallers({ db, clock, sessions, tokens, isFactorRequired: options.isSecondFactorRequired }),
    audit: createAudit({ db, clock, log }),
    start() {
      expiring.start();
      cleaning.start();
      endingNotices.start();
    },
    stop: async () =>
      void (await Promise.all([expiring.stop(), cleaning.stop(), endingNotices.stop(), shareLinks.stop()])),
  };
}
