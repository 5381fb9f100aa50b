import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Reads a time range again each time that it is chosen, even shortly after it was read, and shows what was read before
 * meanwhile. The keys of the groups end with the hours.
 */
export function useFreshRange(groups: readonly string[], hours: number): void {
  const queryClient = useQueryClient();
  const shown = useRef(hours);
  useEffect(() => {
    if (shown.current === hours) return;
    shown.current = hours;
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      groups.includes(String(queryKey[0])) && queryKey.at(-1) === hours;
    // Does not cancel a read that is under way, as for a range that is shown for the first time.
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [queryClient, groups, hours]);
}
