import type { Clock } from '../clock.ts';
import type { ChangeFeed } from '../results/change-feed.ts';
import type { Database } from '../storage/database.ts';
import type { MonitorWatch } from './monitor-watch.ts';

/** What the routes of websites, monitors, checks and alerts stand on. */
export interface ResourceParts {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  watch: MonitorWatch;
}
