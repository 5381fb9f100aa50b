import { useQuery } from '@tanstack/react-query';
import type { DownCounts } from '@upvigil/core/contract/dashboard';
import { downCounts } from '../../api/queries.ts';

const countDown = ({ urls_down, network_monitors_down }: DownCounts): number => urls_down + network_monitors_down;

/** How many services are down now; 0 also while that is not known. By a small read of its own. */
export function useOpenCount(): number {
  const { data = 0 } = useQuery({ ...downCounts(), select: countDown });
  return data;
}
