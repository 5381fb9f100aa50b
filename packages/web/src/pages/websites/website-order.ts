import type { Website } from '@upvigil/core/contract/websites';
import { rankedStatus } from '@upvigil/core/status/under-maintenance';

export const websiteSorts = [
  { value: 'name', label: 'Name' },
  { value: 'issues', label: 'Issues first' },
  { value: 'newest', label: 'Newest first' },
] as const;

const severity: Record<Website['status'], number> = { down: 0, partial: 1, unknown: 2, up: 3 };

const byName = (a: Website, b: Website): number => a.name.localeCompare(b.name, undefined, { numeric: true });

const orders: Record<string, (a: Website, b: Website) => number> = {
  name: byName,
  issues: (a, b) => severity[rankedStatus(a)] - severity[rankedStatus(b)] || byName(a, b),
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || byName(a, b),
};

/** The websites whose name or description holds the text, in the chosen order. */
export function findWebsites(websites: readonly Website[], search: string, sort: string): Website[] {
  const text = search.trim().toLowerCase();
  return websites
    .filter(({ name, description }) => `${name} ${description ?? ''}`.toLowerCase().includes(text))
    .sort(orders[sort] ?? byName);
}
