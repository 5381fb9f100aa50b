import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@upvigil/core/client/api-client';
import { useMemo } from 'react';
import { api } from './api/api.ts';
import { useDialogs } from './components/dialogs/dialogs.tsx';
import { detailOr } from './failures.ts';

type Request<Result> = (client: ApiClient) => Promise<Result>;

/**
 * Requests that change something, and then reload the queries that show it. `shownBy`: prefixes of their keys. Returns
 * the same object while `shownBy` is the same.
 */
export function useChanges(shownBy: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  const { alert } = useDialogs();
  return useMemo(() => {
    const refresh = () => Promise.all(shownBy.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return {
      refresh,
      /** Rejects if the server refuses the request. */
      change: async <Result>(request: Request<Result>): Promise<Result> => {
        const result = await request(await api());
        await refresh();
        return result;
      },
      /**
       * Shows a failure in a dialog. Reloads in either case. `done` gets the result before. Resolves with whether the
       * request succeeded.
       */
      attempt: async <Result>(
        request: Request<Result>,
        failure: string,
        done?: (result: Result) => unknown,
      ): Promise<boolean> => {
        let isDone = false;
        try {
          const result = await request(await api());
          isDone = true;
          await done?.(result);
        } catch (error) {
          await alert(detailOr(error, failure));
        }
        await refresh();
        return isDone;
      },
    };
  }, [queryClient, alert, shownBy]);
}
