import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { isSlowCheck, lacksMetadata } from '@upvigil/core/status/url-state';

export const urlStates = ['down', 'slow', 'metadata', 'unknown', 'up', 'disabled'] as const;
export type UrlState = (typeof urlStates)[number];

export const urlStateLabels: Record<UrlState, string> = {
  down: 'Down',
  slow: 'Slow',
  metadata: 'Metadata missing',
  unknown: 'No data',
  up: 'Up',
  disabled: 'Disabled',
};

/** The last check of a monitor that is no longer checked has no meaning; undefined then. */
export const recentCheck = ({ last_check, not_checked }: Pick<UrlMonitor, 'last_check' | 'not_checked'>) =>
  last_check?.is_up && not_checked ? null : last_check;

/** State of a URL for sorting and filtering: the worst that applies. */
export function urlState(url: UrlMonitor): UrlState {
  const check = recentCheck(url);
  if (!url.enabled) return 'disabled';
  if (!check) return 'unknown';
  if (!check.is_up) return 'down';
  if (isSlowCheck(check, url.response_time_threshold)) return 'slow';
  return lacksMetadata(check) ? 'metadata' : 'up';
}

const byAddress = (a: UrlMonitor, b: UrlMonitor): number => a.url.localeCompare(b.url, undefined, { numeric: true });
const loadTime = ({ last_check }: UrlMonitor): number => last_check?.response_time ?? -1;

export const urlSorts = [
  { value: 'issues', label: 'Issues first' },
  { value: 'address', label: 'URL' },
  { value: 'slowest', label: 'Slowest first' },
] as const;

const orders: Record<string, (a: UrlMonitor, b: UrlMonitor) => number> = {
  issues: (a, b) => urlStates.indexOf(urlState(a)) - urlStates.indexOf(urlState(b)) || byAddress(a, b),
  address: byAddress,
  slowest: (a, b) => loadTime(b) - loadTime(a) || byAddress(a, b),
};

/** URLs that match the text and the state ('all' or one state), sorted. */
export function findUrls(urls: readonly UrlMonitor[], search: string, state: string, sort: string): UrlMonitor[] {
  const text = search.trim().toLowerCase();
  return urls
    .filter((url) => state === 'all' || urlState(url) === state)
    .filter(({ url, metadata_tag }) => `${url} ${metadata_tag ?? ''}`.toLowerCase().includes(text))
    .sort(orders[sort] ?? orders.issues);
}
