import type { WebsiteStatus } from '../contract/names/states.ts';
import type { ShownMaintenance } from '../contract/shown-maintenance.ts';
import { states } from '../languages/compiled/english/states.ts';
import type { InfoTone, Tone } from './tone.ts';
import type { StateBadge } from './url-state.ts';
import type { StateWords } from './website-status.ts';

/** A badge whose tone may be that of maintenance. */
export interface ShownBadge {
  label: string;
  tone: Tone | InfoTone;
}

interface Maintained {
  maintenance?: ShownMaintenance | undefined;
}

export const maintenanceBadge = (words: StateWords = states): ShownBadge => ({
  label: words.underMaintenance,
  tone: 'info',
});

/**
 * Badges of a possibly maintained target. 'Under Maintenance' replaces the badge of an outage, and is added to every
 * other badge. `badge`: the one outside maintenance.
 */
export function withMaintenance(
  badge: StateBadge,
  { status, maintenance }: Maintained & { status: string },
  words: StateWords = states,
): ShownBadge[] {
  if (!maintenance) return [badge];
  return isOutage(status) ? [maintenanceBadge(words)] : [badge, maintenanceBadge(words)];
}

/**
 * Whether a target is down, for the exit code of a command; an outage in maintenance does not count. `status`: of a
 * website, of a monitor, or the overall one.
 */
export const hasOutage = ({ status, maintenance }: Maintained & { status: string }): boolean =>
  isOutage(status) && !maintenance;

const isOutage = (status: string): boolean => status === 'down' || status === 'partial';

/** Status of a website for lists and sorting: an outage in maintenance ranks as up. */
export const rankedStatus = ({ status, maintenance }: Maintained & { status: WebsiteStatus }): WebsiteStatus =>
  maintenance && isOutage(status) ? 'up' : status;
