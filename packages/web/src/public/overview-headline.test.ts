import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { expect, it } from 'vitest';
import { setEnglishCatalogue } from '../language/testing/english-catalogue.ts';
import { overviewHeadline, problemsFirst } from './overview-headline.ts';

setEnglishCatalogue();

const items = (...statuses: StatusOverviewItem['status'][]): StatusOverviewItem[] =>
  statuses.map((status, at) => ({
    id: at,
    name: `Website ${at}`,
    description: null,
    status,
    url_count: 1,
    network_monitor_count: 0,
    uptime_24h: null,
    avg_response_time: null,
    daily_uptime: [],
  }));

it.each([
  [[], 'none', 'No websites are monitored yet'],
  [['unknown', 'unknown'], 'none', 'Nothing has been checked yet'],
  [['up', 'up'], 'up', 'All Systems Operational'],
  [['up', 'unknown'], 'up', '1 of 2 websites are up; the others have not been checked yet'],
  [['up', 'partial'], 'warn', '1 of 2 websites has an issue: Website 1'],
  [['partial', 'down', 'up'], 'down', '2 of 3 websites have an issue'],
] as const)('websites that are %j are %s: %s', (statuses, tone, sentence) => {
  expect(overviewHeadline(items(...statuses))).toEqual({ tone, sentence });
});

it('sorts problems first, then unchecked websites, then by name', () => {
  const sorted = problemsFirst(items('up', 'unknown', 'partial', 'down', 'up'));
  expect(sorted.map(({ id }) => id)).toEqual([3, 2, 1, 0, 4]);
});

it('never claims that all is well while an incident is open, and names a slow website', () => {
  const [first, second] = items('up', 'up');
  if (!first || !second) throw new Error('There are two');
  const maintained = { ...second, maintenance: { title: null, until: '2026-11-24T10:00:00Z' } };
  expect(overviewHeadline([first, maintained], 1)).toEqual({
    tone: 'none',
    sentence: '1 incident is open, 1 website is in maintenance',
    detail: 'Checks see no outage now.',
  });
  const slow = { ...second, slow: 2 };
  expect(overviewHeadline([first, slow], 1)).toEqual({ tone: 'warn', sentence: '1 of 2 websites is slow: Website 1' });
  expect(overviewHeadline(items('up', 'down'), 1)).toMatchObject({ tone: 'down' });
  expect(problemsFirst([first, slow]).map(({ id }) => id)).toEqual([1, 0]);
});
