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

/** A URL's host, with what stands before it, and its path, by which URLs of one website are told apart. */
export function splitUrl(url: string): { host: string; path: string } {
  const [, host = '', path = ''] = /^(\w+:\/\/[^/]*\/?)(.*)$/.exec(url) ?? [];
  return host && path ? { host, path } : { host: '', path: url };
}
