import { deleteMonitors, markMonitors } from '../../checks/monitors/delete-monitors.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import type { RouteDeps } from './route-deps.ts';

/** Removes a monitor: it is invisible at once, and its rows are deleted when this resolves. */
export async function removeMonitor(
  { db, clock, watch, changes }: RouteDeps,
  { id, website_id }: Pick<MonitorRow, 'id' | 'website_id'>,
  change: (work: (trx: DatabaseTransaction) => Promise<void>) => Promise<void>,
): Promise<null> {
  await change((trx) => markMonitors(trx, [id], clock.now()));
  await watch.removed([id]);
  changes.publish({ website_ids: [website_id], is_structural: true });
  await deleteMonitors({ db, removeScreenshots: watch.screenshotsRemoved }, [id]);
  return null;
}
