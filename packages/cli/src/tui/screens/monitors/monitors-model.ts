import type { ListedMonitor, ListedMonitors } from '@upvigil/core/contract/monitors';
import { matches } from '../dashboard/dashboard-model.ts';

/** As the screen of its website names its row: 'URL 3'. */
export const monitorKey = ({ kind, id }: Pick<ListedMonitor, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The read monitors that match the filter, in the server's order. */
export const shownMonitors = ({ monitors }: Pick<ListedMonitors, 'monitors'>, filter: string): ListedMonitor[] =>
  monitors.filter(({ name, target, website_name, tags }) => matches(filter, name, target, website_name, ...tags));

/** '12 of 240 monitors'; '1000 monitors (1234 in total)' if the server has more than one page. */
export function countText({ monitors, total }: Pick<ListedMonitors, 'monitors' | 'total'>, shown: number): string {
  const read = `${monitors.length} ${monitors.length === 1 ? 'monitor' : 'monitors'}`;
  const part = shown < monitors.length ? `${shown} of ${read}` : read;
  return total > monitors.length ? `${part} (${total} in total)` : part;
}
