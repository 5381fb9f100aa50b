import { limits } from '@upvigil/core/limits';
import type { Clock } from '../clock.ts';
import type { ChangeFeed } from '../domain/change-feed.ts';
import { createHourly } from '../expiry/hourly.ts';
import type { Database } from '../storage/database.ts';
import { type AdminPassword, createAdminPassword } from './admin-password.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { deleteOldEvents } from './audit/audit-store.ts';
import { type Callers, createCallers } from './callers.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignInQueue } from './sign-in-queue.ts';
import { type ApiTokens, createApiTokens } from './tokens/api-tokens.ts';
import { watchExpiringTokens } from './tokens/expiring-tokens.ts';
import { createUserPasswords, type UserPasswords } from './users/user-passwords.ts';
import { createUsers, scopesOfMaker, type Users } from './users/users.ts';

/** Who may enter, and what they may do. */
export interface Access {
  sessions: Sessions;
  password: AdminPassword;
  users: Users;
  userPasswords: UserPasswords;
  /** Of wrong passwords, codes and invitations, whosever. */
  throttle: LoginThrottle;
  tokens: ApiTokens;
  callers: Callers;
  audit: Audit;
  /** Begins to tell of tokens that expire, and to delete what is old in the audit. */
  start(): void;
  stop(): Promise<void>;
}

const dayMs = 86_400_000;

export interface AccessOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  /** For so many days the audit is kept. */
  auditDays: number;
  log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

export function createAccess({ db, clock, changes, auditDays, log }: AccessOptions): Access {
  const sessions = createSessions(db, clock);
  // Other processes end its streams too.
  sessions.onEnded(() => changes.publish({ has_ended_access: true }));
  const tokens = createApiTokens({
    ...{ db, clock },
    makerScopes: (makerId) => scopesOfMaker(db, makerId),
    onUnnoted: (error) => log.warn({ err: error }, 'the use of an API token could not be noted'),
  });
  const expiring = watchExpiringTokens({ db, clock, changes, log });
  const cleaning = createHourly(
    clock,
    () => deleteOldEvents(db, clock.now() - auditDays * dayMs),
    (error) => log.error({ err: error }, 'old events of the audit could not be deleted; it is tried again in an hour'),
  );
  const queue = createSignInQueue();
  return {
    ...{ sessions, password: createAdminPassword(db, sessions, queue), tokens },
    users: createUsers({ db, clock, sessions, tokens, changes }),
    userPasswords: createUserPasswords({ db, clock, sessions, queue }),
    throttle: createLoginThrottle(limits.wrongPasswordsPerMinute, () => clock.monotonic()),
    callers: createCallers({ db, clock, sessions, tokens }),
    audit: createAudit({ db, clock, log }),
    start() {
      expiring.start();
      cleaning.start();
    },
    stop: async () => void (await Promise.all([expiring.stop(), cleaning.stop()])),
  };
}
