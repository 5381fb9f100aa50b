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

/** How long something lasts, short enough for a column: '<1 min', '42 min', '2 h 5 min', '3 d 4 h'. Times in ms. */
export function shortDuration(since: number, now: number): string {
  const minutes = Math.floor((now - since) / 60_000);
  if (minutes < 1) return '<1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, 'h', minutes % 60, 'min');
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const joined = (many: number, unit: string, few: number, fewUnit: string): string =>
  few === 0 ? `${many} ${unit}` : `${many} ${unit} ${few} ${fewUnit}`;

/** A URL's host, with what stands before it, and its path, by which URLs of one website are told apart. */
export function splitUrl(url: string): { host: string; path: string } {
  const [, host = '', path = ''] = /^(\w+:\/\/[^/]*\/?)(.*)$/.exec(url) ?? [];
  return host && path ? { host, path } : { host: '', path: url };
}
