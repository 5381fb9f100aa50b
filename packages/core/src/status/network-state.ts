import type { StateBadge } from './url-state.ts';

/** Badge of a network monitor: Disabled, No Data (never checked), UP or DOWN. */
export function networkStateBadge(monitor: { enabled: boolean; is_up: boolean | null }): StateBadge {
  if (!monitor.enabled) return { label: 'Disabled', tone: 'none' };
  if (monitor.is_up === null) return { label: 'No Data', tone: 'none' };
  return monitor.is_up ? { label: 'UP', tone: 'up' } : { label: 'DOWN', tone: 'down' };
}
