import type { Website } from '@upvigil/core/contract/websites';
import { expect, it } from 'vitest';
import { findWebsites } from './website-order.ts';

const website = (name: string, status: Website['status'], day: number, description: string | null = null): Website => ({
  ...{ id: day, name, status, description, url_count: 0, network_monitor_count: 0, automatic_incidents: null },
  created_at: `2026-11-${day}T00:00:00.000Z`,
});
const all = [
  website('Shop 10', 'up', 12),
  website('Shop 9', 'down', 11),
  website('Docs', 'partial', 14, 'The handbook'),
  website('New', 'unknown', 13),
];
const found = (search: string, sort: string) => findWebsites(all, search, sort).map(({ name }) => name);

it('websites stand in the chosen order, by name where there is no such order', () => {
  expect(found('', 'issues')).toEqual(['Shop 9', 'Docs', 'New', 'Shop 10']);
  expect(found('', 'newest')).toEqual(['Docs', 'New', 'Shop 10', 'Shop 9']);
  expect(found('', 'no such order')).toEqual(['Docs', 'New', 'Shop 9', 'Shop 10']);
});

it('websites are found by name and description, in any case', () => {
  expect(found(' HANDBOOK ', 'name')).toEqual(['Docs']);
  expect(found('shop', 'name')).toEqual(['Shop 9', 'Shop 10']);
});
