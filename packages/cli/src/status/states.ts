import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { badgeOfState, checkState, stateBadges, urlState } from '@upvigil/core/status/monitor-state';
import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { type StateBadge, urlStateBadge } from '@upvigil/core/status/url-state';
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

/** A URL's state as lists show it: what its last check found, and what is wrong although it answered. */
export function urlBadge(url: WatchedUrl): StateBadge {
  const state = urlState(url);
  return state === 'down' && url.last_check
    ? urlCheckBadge(url.last_check, url.response_time_threshold)
    : badgeOfState(state, url);
}

type UrlResult = Pick<
  NonNullable<UrlMonitor['last_check']>,
  'is_up' | 'status_code' | 'response_time' | 'metadata_found' | 'error_message'
>;

/** The result of one check of a URL. `threshold` in seconds. */
export function urlCheckBadge(check: UrlResult, threshold: number): StateBadge {
  return check.is_up
    ? stateBadges[checkState(check, threshold)]
    : { ...urlStateBadge(check.status_code), tone: 'down' };
}

/** What one check of a network monitor found. `threshold` in seconds. */
export const networkCheckBadge = (
  { is_up, response_time }: { is_up: boolean; response_time: number | null },
  threshold: number,
): StateBadge => stateBadges[checkState({ is_up, response_time }, threshold)];

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
