import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Reads a time range again whenever another one was chosen before, however short ago that was. Keys of the groups end with
 * their hours. What was read then is shown meanwhile.
 */
export function useFreshRange(groups: readonly string[], hours: number): void {
  const queryClient = useQueryClient();
  const shown = useRef(hours);
  useEffect(() => {
    if (shown.current === hours) return;
    shown.current = hours;
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      groups.includes(String(queryKey[0])) && queryKey.at(-1) === hours;
    // A range that was never shown is being read already; that read goes on.
    void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [queryClient, groups, hours]);
}
