import type { ListedStatus, NotChecked } from '../contract/checks.ts';
import { isSlowCheck, lacksMetadata, type StateBadge } from './url-state.ts';

/** Ordered for lists that show problems first. A monitor has the first state that applies. */
export const monitorStates = ['down', 'slow', 'metadata', 'unknown', 'up', 'disabled'] as const;
export type MonitorState = (typeof monitorStates)[number];

export const stateBadges: Readonly<Record<MonitorState, StateBadge>> = {
  down: { label: 'DOWN', tone: 'down' },
  slow: { label: 'SLOW', tone: 'warn' },
  metadata: { label: 'METADATA_MISSING', tone: 'warn' },
  unknown: { label: 'No Data', tone: 'none' },
  up: { label: 'UP', tone: 'up' },
  disabled: { label: 'Disabled', tone: 'none' },
};

interface FoundCheck {
  is_up: boolean;
  /** In seconds. */
  response_time: number | null;
  /** Only for URLs. */
  metadata_found?: boolean | null | undefined;
  error_message?: string | null | undefined;
}

/** `threshold` in seconds; undefined if an older server does not send it. */
export function checkState(check: FoundCheck, threshold: number | undefined): 'down' | 'slow' | 'metadata' | 'up' {
  if (!check.is_up) return 'down';
  if (threshold !== undefined && isSlowCheck(check, threshold)) return 'slow';
  const { metadata_found, error_message = null } = check;
  return metadata_found !== undefined && lacksMetadata({ is_up: true, metadata_found, error_message })
    ? 'metadata'
    : 'up';
}

interface Monitor {
  enabled: boolean;
  response_time_threshold?: number | undefined;
  not_checked?: NotChecked | undefined;
}

/** If the monitor was up and is not checked any more, its last check no longer counts. */
function monitorState(monitor: Monitor, check: FoundCheck | null): MonitorState {
  if (!monitor.enabled) return 'disabled';
  if (check === null || (check.is_up && monitor.not_checked)) return 'unknown';
  return checkState(check, monitor.response_time_threshold);
}

export const urlState = (url: Monitor & { last_check: FoundCheck | null }): MonitorState =>
  monitorState(url, url.last_check);

export function networkState(
  monitor: Monitor & { is_up: boolean | null; last_check?: { response_time: number | null } | null | undefined },
): MonitorState {
  const { is_up, last_check } = monitor;
  return monitorState(monitor, is_up === null ? null : { is_up, response_time: last_check?.response_time ?? null });
}

/** State of a network service in the dashboard's statistics. */
export function serviceState(
  stat: Omit<Monitor, 'enabled'> & { status: ListedStatus; response_time?: number | null | undefined },
): MonitorState {
  const { status, response_time = null } = stat;
  const is_up = status === 'up' ? true : status === 'down' ? false : null;
  return networkState({ ...stat, enabled: status !== 'disabled', is_up, last_check: { response_time } });
}

/**
 * Part of failed checks from which an interval is red, and of slow checks from which it is amber (as its 95th
 * percentile is).
 */
const mostlyFailed = 0.5;
const oftenSlow = 0.05;

interface StretchCounts {
  checks: number;
  failures: number;
  /** Successful checks over the threshold. */
  slow: number;
}

/** State of an interval by its checks; 'partial' if some failed. */
export function stretchState({
  checks,
  failures,
  slow,
}: StretchCounts): 'unknown' | 'down' | 'partial' | 'slow' | 'up' {
  if (checks === 0) return 'unknown';
  if (failures >= checks * mostlyFailed) return 'down';
  if (failures > 0) return 'partial';
  return slow >= checks * oftenSlow && slow > 0 ? 'slow' : 'up';
}

/** The badge of a state: amber without data because the monitor is not checked, grey because it is new. */
export const badgeOfState = (state: MonitorState, { not_checked }: Pick<Monitor, 'not_checked'>): StateBadge =>
  state === 'unknown' && not_checked ? { ...stateBadges.unknown, tone: 'warn' } : stateBadges[state];

/** Badge of a network monitor: Disabled, No Data (never checked, or up by a check that is too old), UP, SLOW or DOWN. */
export const networkStateBadge = (monitor: Parameters<typeof networkState>[0]): StateBadge =>
  badgeOfState(networkState(monitor), monitor);

export const serviceStateBadge = (stat: Parameters<typeof serviceState>[0]): StateBadge =>
  badgeOfState(serviceState(stat), stat);
