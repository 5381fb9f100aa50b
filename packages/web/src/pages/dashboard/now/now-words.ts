import type { DashboardStats } from '@upvigil/core/contract/dashboard';

type OpenProblems = NonNullable<DashboardStats['open_problems']>;

/** '3 services are down, 1 is slow'; empty when nothing is open. */
export function headlineOf({ down, slow, metadata }: Omit<OpenProblems, 'worst'>): string {
  const parts = [
    { count: down, one: 'is down', many: 'are down' },
    { count: slow, one: 'is slow', many: 'are slow' },
    { count: metadata, one: 'lacks its meta tag', many: 'lack their meta tags' },
  ].filter(({ count }) => count > 0);
  return parts
    .map(({ count, one, many }, index) => {
      const noun = index > 0 ? '' : count === 1 ? ' service' : ' services';
      return `${count}${noun} ${count === 1 ? one : many}`;
    })
    .join(', ');
}
