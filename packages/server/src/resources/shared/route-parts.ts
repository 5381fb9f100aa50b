import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../../domain/change-feed.ts';
import type { GoingOn } from '../../maintenance/shown-now.ts';
import type { MonitorWatch } from '../../monitors/engine-sync.ts';
import type { Secrets } from '../../settings/secrets/secrets.ts';
import type { Database } from '../../storage/database.ts';

/** What the routes of websites, monitors, checks and alerts need. */
export interface RouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  watch: MonitorWatch;
  secrets: Secrets;
  /** Which maintenance goes on; none unless given. */
  current?: GoingOn;
}
