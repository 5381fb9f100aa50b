import type { Clock } from '../clock.ts';
import type { ChangeFeed } from '../domain/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { type AdminPassword, createAdminPassword } from './admin-password.ts';
import { makerScopes } from './caller.ts';
import { type Callers, createCallers } from './callers.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { type ApiTokens, createApiTokens } from './tokens/api-tokens.ts';
import { watchExpiringTokens } from './tokens/expiring-tokens.ts';

/** Who may enter, and what they may do. */
export interface Access {
  sessions: Sessions;
  password: AdminPassword;
  tokens: ApiTokens;
  callers: Callers;
  /** Begins to tell of tokens that expire. */
  start(): void;
  stop(): Promise<void>;
}

export interface AccessOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

export function createAccess({ db, clock, changes, log }: AccessOptions): Access {
  const sessions = createSessions(db, clock);
  // Other processes end its streams too.
  sessions.onEnded(() => changes.publish({ has_ended_access: true }));
  const tokens = createApiTokens({
    ...{ db, clock, makerScopes },
    onUnnoted: (error) => log.warn({ err: error }, 'the use of an API token could not be noted'),
  });
  const { start, stop } = watchExpiringTokens({ db, clock, changes, log });
  const callers = createCallers(sessions, tokens);
  return { sessions, password: createAdminPassword(db, sessions), tokens, callers, start, stop };
}
