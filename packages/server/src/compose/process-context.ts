import type { Logger } from 'pino';
import type { HashCost } from '../access/password-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config/config.ts';
import type { RecentLog } from '../base/config/recent-log.ts';
import type { ChangeFeed } from '../base/domain/change-feed.ts';
import type { ConfiguredCommands } from '../checks/commands/configured-commands.ts';
import type { Presence } from '../checks/record/faults/presence.ts';
import type { Storage } from '../storage/database.ts';
import type { Secrets } from '../storage/settings/secrets/secrets.ts';

export interface ProcessContext {
  config: Config;
  /** Open and migrated. Closed by whoever opened it. */
  storage: Storage;
  clock: Clock;
  log: Logger;
  /** The last lines of the log. */
  recentLog: Pick<RecentLog, 'lines'>;
  /** Public address without a trailing slash; known once the server listens. */
  publicUrl(): string;
  /** Cost of hashing passwords and recovery codes; absent: that of production. */
  hashCost?: HashCost;
}

export interface Shared extends ProcessContext {
  changes: ChangeFeed;
  secrets: Secrets;
  presence: Presence;
  /** The commands that monitors may run on this machine. */
  commands: ConfiguredCommands;
  /** Distinguishes the processes on one database. */
  processId: string;
}

export interface Service {
  start(): Promise<void>;
  stop(): Promise<void>;
}
