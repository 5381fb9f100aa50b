import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { isSlowCheck, lacksMetadata, type StateBadge, urlStateBadge } from '@upvigil/core/status/url-state';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import { optionsSummary, type ShownOptions } from '@upvigil/core/texts/check-options';
import { faultSentence } from '@upvigil/core/texts/faults';
import { type Role, roleOfTone } from '../output/paint.ts';
import { isOutageIn, type Maintained, timeAt, untilText } from './maintenance.ts';

/** An outage during maintenance, in lists with room for one short word. */
export const maintenanceWord = 'MAINT';
const websiteWords: Record<WebsiteStatus, string> = { up: 'UP', partial: 'PARTIAL', down: 'DOWN', unknown: 'No Data' };

/** A website's state in lists. */
export const websiteBadge = (website: Maintained & { status: WebsiteStatus }): ShownBadge =>
  isOutageIn(website)
    ? { label: maintenanceWord, tone: 'info' }
    : { label: websiteWords[website.status], tone: publicStatusTone(website.status) };

type WatchedUrl = Pick<UrlMonitor, 'enabled' | 'last_check' | 'not_checked' | 'response_time_threshold'>;

/** A URL's state in lists: the result of its last check, and problems of a URL that answers. */
export function urlBadge({ enabled, last_check, not_checked, response_time_threshold }: WatchedUrl): StateBadge {
  if (!enabled || !last_check || (not_checked && last_check.is_up)) return networkStateBadge({ enabled, is_up: null });
  return urlCheckBadge(last_check, response_time_threshold);
}

type UrlResult = Pick<
  NonNullable<UrlMonitor['last_check']>,
  'is_up' | 'status_code' | 'response_time' | 'metadata_found' | 'error_message'
>;

/** The result of one check of a URL. `threshold` in seconds. */
export function urlCheckBadge(check: UrlResult, threshold: number): StateBadge {
  if (!check.is_up) return { ...urlStateBadge(check.status_code), tone: 'down' };
  if (lacksMetadata(check)) return { label: 'METADATA_MISSING', tone: 'warn' };
  if (isSlowCheck(check, threshold)) return { label: 'SLOW', tone: 'warn' };
  return { label: 'UP', tone: 'up' };
}

/** The result of one check of a network monitor. `threshold` in seconds. */
export function networkCheckBadge(
  check: { is_up: boolean; response_time: number | null },
  threshold: number,
): StateBadge {
  if (isSlowCheck(check, threshold)) return { label: 'SLOW', tone: 'warn' };
  return networkStateBadge({ enabled: true, is_up: check.is_up });
}

type Remarked = Parameters<typeof faultSentence>[0] & ShownOptions & Pick<Maintained, 'maintenance'>;

/**
 * Adds remarks to a state: unusual request options, maintenance, and the reason why the monitor cannot be checked.
 * `now` in ms since the epoch.
 */
export function withRemarks(words: string, monitor: Remarked, now: number): string {
  const maintenance = monitor.maintenance ? untilText(monitor.maintenance, now) : '';
  const options = optionsSummary(monitor).join(', ');
  return [words, options, maintenance, faultSentence(monitor, (time) => timeAt(time, now)) ?? '']
    .filter(Boolean)
    .join('  ');
}

export const roleOf = ({ tone }: ShownBadge): Role => roleOfTone(tone);
