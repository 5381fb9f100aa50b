import { useQuery } from '@tanstack/react-query';
import type { DownCounts } from '@upvigil/core/contract/dashboard';
import { firstContentMs } from '../../api/first-reads.ts';
import { downCounts } from '../../api/queries.ts';
import { useLater } from '../../components/states/use-later.ts';

const countDown = ({ urls_down, network_monitors_down }: DownCounts): number => urls_down + network_monitors_down;

/** How many services are down now; 0 also while that is not known. Asked for after the page's own first content, by a small read of its own. */
export function useOpenCount(): number {
  const { data = 0 } = useQuery({ ...downCounts(), enabled: useLater(firstContentMs), select: countDown });
  return data;
}
