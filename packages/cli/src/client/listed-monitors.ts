import type { ApiClient } from '@upvigil/core/client/api-client';
import type { ListedMonitor, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';
import type { FilterValues } from '../options/monitor-filter.ts';
import { websiteId } from './find-target.ts';

/** All matching monitors, read page by page. */
export async function listAll(
  api: Pick<ApiClient, 'monitors'>,
  query: MonitorFilter & { sort: MonitorOrder },
): Promise<ListedMonitor[]> {
  const found: ListedMonitor[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const page = await api.monitors.list({
      query: { ...query, limit: limits.listLimit.max, ...(before === undefined ? {} : { before }) },
    });
    found.push(...page.monitors);
    if (page.monitors.length < limits.listLimit.max) return found;
  }
}

/** The filter of the API. @throws CommandError for an unknown website */
export async function filterOf(
  api: Pick<ApiClient, 'websites'>,
  { tags, kind, state, search, website }: FilterValues,
): Promise<MonitorFilter> {
  return {
    ...(search === null ? {} : { q: search }),
    ...(tags.length === 0 ? {} : { tag: tags.join(',') }),
    ...(kind === null ? {} : { kind }),
    ...(state === null ? {} : { state }),
    ...(website === null ? {} : { website_id: await websiteId(api, website) }),
  };
}
