import { groupBy } from '../../../base/domain/group-by.ts';
import type { MonitorAfterChecks } from '../../../base/domain/monitor-after-checks.ts';
import type { MonitorRow, RollupRow } from '../../../storage/tables.ts';
import type { RollupTableName } from '../rollups/rollup.ts';
import type { RecordedCheck } from './recorded-check.ts';

/** What a batch wrote, for whoever keeps figures in memory: monitors, with the roll-ups that it changed. */
export function monitorsAfterChecks(
  monitors: ReadonlyMap<number, MonitorRow>,
  recorded: readonly RecordedCheck[],
  rollups: Readonly<Record<RollupTableName, readonly RollupRow[]>>,
): MonitorAfterChecks[] {
  const quarters = groupBy(rollups.rollups_quarter_hourly, ({ monitor_id }) => monitor_id);
  const days = groupBy(rollups.rollups_daily, ({ monitor_id }) => monitor_id);
  const checks = groupBy(recorded, ({ monitor }) => monitor.id);
  return [...monitors.values()].map((monitor) => ({
    id: monitor.id,
    website_id: monitor.website_id,
    revision: monitor.revision,
    is_up: monitor.is_up,
    last_check_id: monitor.last_check_id,
    last_check_time: monitor.last_check_time,
    last_check: checkAt(monitor.last_check_time, checks.get(monitor.id)),
    outage_alert_id: monitor.outage_alert_id,
    slow_alert_id: monitor.slow_alert_id,
    outage_began_at: monitor.outage_began_at,
    quarters: quarters.get(monitor.id) ?? [],
    days: days.get(monitor.id) ?? [],
  }));
}

function checkAt(time: number | null, checks: readonly RecordedCheck[] = []): MonitorAfterChecks['last_check'] {
  const found = checks.findLast(({ check }) => check.checked_at === time);
  return found ? { response_time_us: found.check.response_time_us } : null;
}
