import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import { rangeOfHours } from '@upvigil/core/time-ranges';
import { api } from '../../api/api.ts';
import { websiteStatistics } from '../../api/queries.ts';

/** Limits concurrent requests, because there may be hundreds of websites. */
const requestsAtOnce = 4;
const reads = limitConcurrency(requestsAtOnce);

/** Statistics of one website over the last hours, with limited concurrency. */
export const statisticsInTurn = (website: number, hours: number) =>
  queryOptions({
    ...websiteStatistics(website, hours),
    // Until the next refresh, a card that comes into view reuses what the charts have loaded.
    staleTime: defaults.refreshSeconds.dashboard * 1000,
    queryFn: ({ signal }) =>
      reads.run(
        async () =>
          (await api()).dashboard.websiteStatistics({
            params: { websiteId: website },
            query: rangeOfHours(hours),
            signal,
          }),
        signal,
      ),
  });
