import type { GoingOn } from '../../alerts/maintenance/shown-maintenance.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { CommandCatalogue } from '../../checks/commands/command-catalogue.ts';
import type { MonitorWatch } from '../../checks/monitors/engine-sync.ts';
import type { Database } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';

/** Dependencies of the routes of websites, monitors, checks and alerts. */
export interface RouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  watch: MonitorWatch;
  secrets: Secrets;
  /** The commands that monitors may run; none when absent. */
  commands?: CommandCatalogue;
  /** The runs in progress; none when absent. */
  current?: GoingOn;
}
