import { defaults } from '@upvigil/core/defaults';
import { useRouterQuery } from '../../components/lists/use-router-query.ts';

/** The chosen range in hours, kept in the address as `?hours=`; what is not one of the ranges counts as the default. */
export function useHours(): [number, (hours: number) => void] {
  const [params, setParams] = useRouterQuery();
  const chosen = defaults.dashboardRanges.find(({ hours }) => String(hours) === params.get('hours'));
  const setHours = (hours: number) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (hours === defaults.hours.dashboard) next.delete('hours');
        else next.set('hours', String(hours));
        return next;
      },
      { replace: true },
    );
  return [chosen?.hours ?? defaults.hours.dashboard, setHours];
}
