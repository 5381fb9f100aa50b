import { useQueryClient } from '@tanstack/react-query';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { useEffect, useRef } from 'react';

/**
 * Reloads a time range each time that it is selected, even shortly after the last load, and shows cached data until
 * then. The query keys of the groups end with the span.
 */
export function useFreshRange(groups: readonly string[], span: TimeSpan): void {
  const queryClient = useQueryClient();
  const shown = useRef(span);
  useEffect(() => {
    if (shown.current === span) return;
    shown.current = span;
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      groups.includes(String(queryKey[0])) && queryKey.at(-1) === span;
    // Keeps a request that is already in progress, such as the first one for this range.
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [queryClient, groups, span]);
}
