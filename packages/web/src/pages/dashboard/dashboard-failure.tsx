import { useQuery } from '@tanstack/react-query';
import { messages } from '@upvigil/core/texts/messages';
import { dashboardStats, websites as websitesQuery } from '../../api/queries.ts';
import { ErrorView } from '../../components/states/error-view.tsx';

/** The page asks already. */
const asksNothing = { refetchOnMount: false, retryOnMount: false, refetchInterval: false } as const;

/** Says that figures are missing, and asks for them again. */
export function DashboardFailure({ hours }: { hours: number }) {
  const stats = useQuery({ ...dashboardStats(hours), ...asksNothing });
  const websites = useQuery({ ...websitesQuery(), ...asksNothing });
  return (
    <ErrorView
      title="Could not load the dashboard"
      message="Some of its figures are missing. They are asked for again every minute."
      retryLabel={messages.publicStatus.tryAgain}
      isRetrying={stats.isFetching || websites.isFetching}
      onRetry={() => void Promise.all([stats.refetch(), websites.refetch()])}
    />
  );
}
