import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { urlName } from '@upvigil/core/format/monitor-name';
import { type MonitorState, monitorStates, stateBadges, urlState } from '@upvigil/core/status/monitor-state';
import { compareNames } from '../../../components/lists/compare-names.ts';
import { statusOptions } from '../../../components/lists/status-options.ts';

const urlStateLabels: Record<MonitorState, string> = {
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

const byName = (a: UrlMonitor, b: UrlMonitor): number => compareNames(urlName(a), urlName(b));
const loadTime = ({ last_check }: UrlMonitor): number => last_check?.response_time ?? -1;

export const urlSorts = [
  { value: 'issues', label: 'Issues first' },
  { value: 'address', label: 'URL' },
  { value: 'slowest', label: 'Slowest first' },
] as const;

const orders: Record<string, (a: UrlMonitor, b: UrlMonitor) => number> = {
  issues: (a, b) => monitorStates.indexOf(urlState(a)) - monitorStates.indexOf(urlState(b)) || byName(a, b),
  address: byName,
  slowest: (a, b) => loadTime(b) - loadTime(a) || byName(a, b),
};

/** URLs that match the text and the state ('all' or one state), sorted. */
export function findUrls(urls: readonly UrlMonitor[], search: string, state: string, sort: string): UrlMonitor[] {
  const text = search.trim().toLowerCase();
  return urls
    .filter((url) => state === 'all' || urlState(url) === state)
    .filter(({ label, url, metadata_tag }) =>
      `${label ?? ''} ${url} ${metadata_tag ?? ''}`.toLowerCase().includes(text),
    )
    .sort(orders[sort] ?? orders.issues);
}

export const urlStateOptions = (urls: readonly UrlMonitor[]) =>
  statusOptions(
    urls.map(urlState),
    monitorStates.map((state) => ({ value: state, label: urlStateLabels[state], tone: stateBadges[state].tone })),
  );
