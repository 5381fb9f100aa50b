import { defaults } from '@upvigil/core/defaults';

const every = (seconds: number) => ({ refetchInterval: seconds * 1000 });

/** Options of queries that are repeated while a page shows them. */
export const polling = {
  dashboard: every(defaults.refreshSeconds.dashboard),
  urlHistory: every(defaults.refreshSeconds.urlHistory),
} as const;
