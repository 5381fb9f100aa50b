import { queryOptions } from '@tanstack/react-query';
import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { defaults } from '@upvigil/core/defaults';
import { api } from '../../api/api.ts';

export type WebsitePast = Pick<StatusOverviewItem, 'uptime_24h' | 'daily_uptime'>;

/**
 * The past of each website by its id, as the public page tells it. No check makes it be read again: with many websites it
 * is the largest answer there is.
 */
export const websitePasts = () =>
  queryOptions({
    queryKey: ['past'],
    queryFn: async ({ signal }): Promise<Record<number, WebsitePast>> => {
      const items = await (await api()).publicStatus.overview({ signal });
      return Object.fromEntries(items.map(({ id, uptime_24h, daily_uptime }) => [id, { uptime_24h, daily_uptime }]));
    },
    refetchInterval: defaults.refreshSeconds.dashboard * 1000,
  });
