import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import { api } from '../../api/api.ts';
import { websiteStatistics } from '../../api/queries.ts';

/** The statistics of hundreds of websites must not be requested all at once. */
const requestsAtOnce = 4;
const reads = limitConcurrency(requestsAtOnce);

/** Statistics of one website over the last hours, a few websites at a time. */
export const statisticsInTurn = (website: number, hours: number) =>
  queryOptions({
    ...websiteStatistics(website, hours),
    // Until the interval reads it again, a card that comes into view uses what the charts have read.
    staleTime: defaults.refreshSeconds.dashboard * 1000,
    queryFn: ({ signal }) =>
      reads.run(
        async () =>
          (await api()).dashboard.websiteStatistics({ params: { websiteId: website }, query: { hours }, signal }),
        signal,
      ),
  });
