import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import { expect, it } from 'vitest';
import { publicWebsite } from '../testing/public-states.ts';
import { overviewHeadline } from './headline.ts';

const headlineOf = (...statuses: WebsiteStatus[]) =>
  overviewHeadline(statuses.map((status, at) => publicWebsite({ status, name: `Website ${at}` })));

it.each([
  [[], 'none', 'No data yet'],
  [['unknown'], 'none', 'No data yet'],
  [['up', 'unknown'], 'up', 'All Systems Operational'],
  [['up', 'partial'], 'warn', '1 of 2 websites has an issue: Website 1'],
  [['partial', 'partial', 'up'], 'warn', '2 of 3 websites have an issue'],
  [['partial', 'down'], 'down', '2 of 2 websites have an issue'],
] as const)('websites that are %j begin with %s: %s', (statuses, tone, sentence) => {
  expect(headlineOf(...statuses)).toEqual({ tone, sentence });
});
