import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { expect, it } from 'vitest';
import { speakEnglish } from '../language/testing/speak-english.ts';
import { overviewHeadline, problemsFirst } from './overview-headline.ts';

speakEnglish();

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
  [['up', 'unknown'], 'up', '1 of 2 websites are up, the others not checked yet'],
  [['up', 'partial'], 'warn', '1 of 2 websites has an issue: Website 1'],
  [['partial', 'down', 'up'], 'down', '2 of 3 websites have an issue'],
] as const)('websites that are %j are %s: %s', (statuses, tone, sentence) => {
  expect(overviewHeadline(items(...statuses))).toEqual({ tone, sentence });
});

it('sorts problems first, then unchecked websites, then by name', () => {
  const sorted = problemsFirst(items('up', 'unknown', 'partial', 'down', 'up'));
  expect(sorted.map(({ id }) => id)).toEqual([3, 2, 1, 0, 4]);
});
