import type { NotChecked } from '../contract/checks.ts';
import type { StateBadge } from './url-state.ts';

/** Badge of a network monitor: Disabled, No Data (never checked, or its last result is up but too old), UP or DOWN. */
export function networkStateBadge(monitor: {
  enabled: boolean;
  is_up: boolean | null;
  not_checked?: NotChecked | undefined;
}): StateBadge {
  if (!monitor.enabled) return { label: 'Disabled', tone: 'none' };
  if (monitor.is_up === null || (monitor.is_up && monitor.not_checked)) return { label: 'No Data', tone: 'none' };
  return monitor.is_up ? { label: 'UP', tone: 'up' } : { label: 'DOWN', tone: 'down' };
}
