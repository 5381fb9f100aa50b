import type { Logger } from 'pino';
import type { HashCost } from '../access/password-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config/config.ts';
import type { RecentLog } from '../base/config/recent-log.ts';
import type { ChangeFeed } from '../base/domain/change-feed.ts';
import type { Presence } from '../checks/record/faults/presence.ts';
import type { Storage } from '../storage/database.ts';
import type { Secrets } from '../storage/settings/secrets/secrets.ts';

/** Arguments of the program. */
export interface ProcessContext {
  config: Config;
  /** Open and migrated. Whoever opened it closes it. */
  storage: Storage;
  clock: Clock;
  log: Logger;
  /** The last lines of the log. */
  recentLog: Pick<RecentLog, 'lines'>;
  /** The public address, without a slash at the end; known once the server listens. */
  publicUrl(): string;
  /** Of passwords and recovery codes; absent: what production uses. */
  hashCost?: HashCost;
}

/** What all parts share. */
export interface Shared extends ProcessContext {
  changes: ChangeFeed;
  secrets: Secrets;
  presence: Presence;
  /** Distinguishes this process from others on the same database. */
  processId: string;
}

/** A part of the program that is started and stopped. */
export interface Service {
  start(): Promise<void>;
  stop(): Promise<void>;
}
