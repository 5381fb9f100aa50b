import type { OverallStatus, WebsiteStatus } from '../contract/names/states.ts';
import { states } from '../languages/compiled/english/states.ts';
import type { Tone } from './tone.ts';
import type { StateBadge } from './url-state.ts';

/**
 * Status of a website from its enabled monitors; null is a monitor that was never checked. Up if all checked ones are
 * up, down if none is, partial between, unknown without checks.
 */
export function websiteStatus(states: readonly (boolean | null)[]): WebsiteStatus {
  const checked = states.filter((state) => state !== null);
  return websiteStatusFromCounts(checked.filter((isUp) => isUp).length, checked.length);
}

/** `up`: number of checked monitors that are up. `checked`: number of checked monitors. */
export function websiteStatusFromCounts(up: number, checked: number): WebsiteStatus {
  if (checked === 0) return 'unknown';
  if (up === checked) return 'up';
  return up === 0 ? 'down' : 'partial';
}

export const overallStatus = (status: WebsiteStatus): OverallStatus => (status === 'up' ? 'operational' : status);

/** Tone of any public status value: up and operational green, down red, partial yellow, anything else grey. */
export function publicStatusTone(status: string): Tone {
  if (status === 'up' || status === 'operational') return 'up';
  if (status === 'down') return 'down';
  return status === 'partial' ? 'warn' : 'none';
}

/** Badge texts in the page's language. */
export type StateWords = typeof states;

/** Status of a target without recent checks. On the wire it is 'unknown', together with earlier results. */
export const unobservedStatus = 'unobserved';

interface Observed {
  status: string;
  /** Of a monitor. */
  last_check_time?: string | number | null | undefined;
  /** Of a website. */
  daily_uptime?: readonly { checks: number }[];
  /** Of a website: the number of monitors that are not checked any more. */
  not_checked?: number | undefined;
}

/** Status of an item of the public pages, for its badge. */
export function shownStatus({ status, last_check_time, daily_uptime, not_checked }: Observed): string {
  const wasSeen =
    last_check_time === undefined ? daily_uptime?.some(({ checks }) => checks > 0) : last_check_time !== null;
  return status === 'unknown' && (wasSeen || not_checked) ? unobservedStatus : status;
}

/** Overall status of a website's page, for its badge. */
export const shownOverall = (overall: string, services: readonly Observed[]): string =>
  overall === 'unknown' && services.some((service) => shownStatus(service) === unobservedStatus)
    ? unobservedStatus
    : overall;

/** 'Operational' when up, 'No data yet' when unknown, 'No recent data' when unobserved, otherwise 'Issues Detected'. */
export function overviewBadge(status: string, words: StateWords = states): StateBadge {
  if (status === unobservedStatus) return { label: words.noRecentData, tone: 'none' };
  if (status === 'unknown') return { label: words.noDataYet, tone: 'none' };
  if (status === 'up') return { label: words.operational, tone: 'up' };
  return { label: words.issues, tone: status === 'partial' ? 'warn' : 'down' };
}
