import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@upvigil/core/contract/errors';
import { logFailure } from './log-failure.ts';

const retriesOfAwayServer = 2;

/** Repeats a request without an answer, by default twice, but none that the server refused. Logs each failed read once. */
export const createQueryClient = (retries: number = retriesOfAwayServer): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logFailure(`Could not load ${String(query.queryKey[0])}:`, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < retries,
      },
      mutations: { networkMode: 'always' },
    },
  });
