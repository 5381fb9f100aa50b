import type { WebsiteStatus } from '@upvigil/core/contract/names/states';
import { expect, it } from 'vitest';
import { incidentReport, publicMonitor, publicWebsite } from '../testing/public-states.ts';
import { overviewHeadline, websiteHeadline } from './headline.ts';
import { english } from './locale.ts';

const headlineOf = (...statuses: WebsiteStatus[]) =>
  overviewHeadline(statuses.map((status, at) => publicWebsite({ status, name: `Website ${at}` })));

it.each([
  [[], 'none', 'No data yet'],
  [['unknown'], 'none', 'No data yet'],
  [['up', 'unknown'], 'up', 'All Systems Operational'],
  [['up', 'partial'], 'warn', '1 of 2 websites has an issue: Website 1'],
  [['partial', 'partial', 'up'], 'warn', '2 of 3 websites have an issue'],
  [['partial', 'down'], 'down', '2 of 2 websites have an issue'],
] as const)('websites that are %j start with %s: %s', (statuses, tone, sentence) => {
  expect(headlineOf(...statuses)).toEqual({ tone, sentence });
});

it('never claims that all is well while an incident is open', () => {
  const maintenance = { title: null, until: '2026-03-10T13:00:00Z' };
  const websites = [publicWebsite(), publicWebsite({ maintenance })];
  expect(overviewHeadline(websites, english, 1)).toEqual({
    tone: 'none',
    sentence: '1 incident is open, 1 website is in maintenance',
  });
  expect(overviewHeadline([publicWebsite({ status: 'down' })], english, 2)).toMatchObject({ tone: 'down' });
  expect(websiteHeadline(publicWebsite({ reports: [incidentReport()] }))).toEqual({
    tone: 'none',
    sentence: '1 incident is open',
  });
  const resolved = incidentReport({ resolved_at: 1 });
  expect(websiteHeadline(publicWebsite({ reports: [resolved] }))).toMatchObject({ tone: 'up' });
});

it.each([1, 3, 4])('says how many of %d incidents are open, also where all is up', (open) => {
  const reports = Array.from({ length: open }, (_, id) => incidentReport({ id }));
  const sentence = `${open} ${open === 1 ? 'incident is' : 'incidents are'} open`;
  expect(overviewHeadline([publicWebsite()], english, open)).toEqual({ tone: 'none', sentence });
  expect(websiteHeadline(publicWebsite({ reports }))).toEqual({ tone: 'none', sentence });
});

it('says which website is slow where none is down', () => {
  const slow = publicWebsite({ name: 'Search', monitors: [publicMonitor({ has_slow_alert: true })] });
  expect(overviewHeadline([publicWebsite(), slow])).toEqual({
    tone: 'warn',
    sentence: '1 of 2 websites is slow: Search',
  });
  expect(overviewHeadline([publicWebsite({ status: 'down' }), slow])).toMatchObject({ tone: 'down' });
  expect(websiteHeadline(slow)).toEqual({ tone: 'warn', sentence: 'Slow' });
});
