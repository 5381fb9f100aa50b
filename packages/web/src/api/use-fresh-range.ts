import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Reloads a time range each time that it is selected, even shortly after the last load, and shows cached data until
 * then. The query keys of the groups end with the hours.
 */
export function useFreshRange(groups: readonly string[], hours: number): void {
  const queryClient = useQueryClient();
  const shown = useRef(hours);
  useEffect(() => {
    if (shown.current === hours) return;
    shown.current = hours;
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      groups.includes(String(queryKey[0])) && queryKey.at(-1) === hours;
    // Keeps a request that is already in progress, such as the first one for this range.
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [queryClient, groups, hours]);
}
