import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import { defaults } from '@upvigil/core/defaults';
import { useEffect, useState } from 'react';
import { firstContentMs } from '../../api/first-reads.ts';
import { dashboardStats } from '../../api/queries.ts';

const countDown = (stats: DashboardStats): number => stats.urls_down + stats.network_monitors_down;

/** How many services are down now; 0 also while that is not known. Asked for after the page's own first content, by the read that the dashboard shares. */
export function useOpenCount(): number {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), firstContentMs);
    return () => clearTimeout(timer);
  }, []);
  const { data = 0 } = useQuery({
    ...dashboardStats(defaults.hours.dashboard),
    enabled: isLater,
    select: countDown,
  });
  return data;
}
