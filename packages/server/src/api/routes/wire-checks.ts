import type { ListedStatus, NetworkCheck, RecentChecks, UrlCheck } from '@upvigil/core/contract/checks';
import { checkStateLetters } from '@upvigil/core/contract/names/states';
import { storedPhases } from '../../base/domain/phases.ts';
import { decodeRecentChecks } from '../../base/domain/recent-checks.ts';
import type { CheckRow, MonitorRow } from '../../storage/tables.ts';
import { secondsOrNull, timeOf, truthOrNull } from '../../storage/wire-format.ts';

export const urlCheckAnswer = (row: CheckRow): UrlCheck => ({
  id: row.id,
  url_id: row.monitor_id,
  is_up: row.is_up === 1,
  status_code: row.status_code,
  response_time: secondsOrNull(row.response_time_us),
  checked_at: timeOf(row.checked_at),
  metadata_found: truthOrNull(row.metadata_found),
  error_message: row.error_message,
  screenshot_path: row.screenshot === null ? null : screenshotPath(row.screenshot),
  phases: storedPhases(row.phases),
});

export const networkCheckAnswer = (row: CheckRow): NetworkCheck => ({
  id: row.id,
  network_monitor_id: row.monitor_id,
  is_up: row.is_up === 1,
  response_time: secondsOrNull(row.response_time_us),
  packet_loss: row.packet_loss,
  checked_at: timeOf(row.checked_at),
  error_message: row.error_message,
  phases: storedPhases(row.phases),
});

export function listedStatus({ enabled, is_up }: Pick<MonitorRow, 'enabled' | 'is_up'>): ListedStatus {
  if (enabled === 0) return 'disabled';
  if (is_up === null) return 'unknown';
  return is_up === 1 ? 'up' : 'down';
}

/** The recent checks shown with a monitor's state. */
export function recentChecksAnswer({ recent_checks }: Pick<MonitorRow, 'recent_checks'>): RecentChecks {
  const checks = decodeRecentChecks(recent_checks);
  return {
    states: checks.map(({ state }) => checkStateLetters[state]).join(''),
    ms: checks.map(({ ms }) => ms),
  };
}

/** The path below the API's prefix. */
export const screenshotPath = (name: string): string => `/screenshots/${name}`;
