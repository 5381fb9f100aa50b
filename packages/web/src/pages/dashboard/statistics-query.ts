import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import { queryOfSpan, type TimeSpan } from '@upvigil/core/time-ranges';
import { api } from '../../api/api.ts';
import { websiteStatistics } from '../../api/queries.ts';

/** Limits concurrent requests, because there may be hundreds of websites. */
const requestsAtOnce = 4;
const reads = limitConcurrency(requestsAtOnce);

/** Statistics of one website, with limited concurrency. */
export const statisticsInTurn = (website: number, span: TimeSpan) =>
  queryOptions({
    ...websiteStatistics(website, span),
    // Until the next refresh, a card that comes into view reuses what the charts have loaded.
    staleTime: defaults.refreshSeconds.dashboard * 1000,
    queryFn: ({ signal }) =>
      reads.run(
        async () =>
          (await api()).dashboard.websiteStatistics({
            params: { websiteId: website },
            query: queryOfSpan(span),
            signal,
          }),
        signal,
      ),
  });
