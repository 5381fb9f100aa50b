import { queryOptions } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { firstReads } from '../api/first-reads.ts';

/** What holds somebody back from being told, for pages that say so with their first content. */

const every = { refetchInterval: defaults.refreshSeconds.dashboard * 1000 };

export const silences = () =>
  queryOptions({
    queryKey: ['silences'],
    queryFn: ({ signal }) => firstReads().silences.list({ signal }),
    ...every,
  });

export const notices = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => firstReads().notices.list({ query: {}, signal }),
    ...every,
  });
