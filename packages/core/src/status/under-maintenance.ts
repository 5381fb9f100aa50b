import type { WebsiteStatus } from '../contract/names/states.ts';
import type { ShownMaintenance } from '../contract/shown-maintenance.ts';
import { states } from '../languages/compiled/english/states.ts';
import type { InfoTone, Tone } from './tone.ts';
import type { StateBadge } from './url-state.ts';
import type { StateWords } from './website-status.ts';

/** A label with its tone, which may be that of maintenance. */
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
 * The display of something that may be in maintenance: 'Under Maintenance' beside the badge of what is up or was not checked
 * yet, and in place of the badge of an outage. `badge`: what it would show without.
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
 * Whether a website or a monitor is down, for the exit code of a command: in maintenance it is not. `status`: of a
 * website, of a monitor, or the overall one.
 */
export const hasOutage = ({ status, maintenance }: Maintained & { status: string }): boolean =>
  isOutage(status) && !maintenance;

const isOutage = (status: string): boolean => status === 'down' || status === 'partial';

/** A website's status with maintenance in it, for lists and orders: an outage in maintenance ranks as what is up. */
export const rankedStatus = ({ status, maintenance }: Maintained & { status: WebsiteStatus }): WebsiteStatus =>
  maintenance && isOutage(status) ? 'up' : status;
