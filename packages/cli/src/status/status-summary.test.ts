import type { OverallStatus } from '@upvigil/core/contract/names/states';
import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { shownOf } from '../testing/shown.ts';
import { statusExitCode, summarizeOverview, summarizeWebsite } from './status-summary.ts';

const item = (name: string, status: StatusOverviewItem['status']): StatusOverviewItem => ({
  id: 1,
  name,
  description: null,
  status,
  url_count: 1,
  network_monitor_count: 0,
  uptime_24h: null,
  avg_response_time: null,
  daily_uptime: [],
});

describe('all websites together', () => {
  test.each([
    [[], 'unknown', 3, 'No websites are monitored yet'],
    [['unknown'], 'unknown', 3, 'No data yet'],
    [['up', 'unknown'], 'operational', 0, 'All Systems Operational'],
    [['up', 'partial'], 'partial', 1, 'Issues Detected: 1 of 2 websites affected: Website 1'],
    [['up', 'down', 'partial'], 'partial', 1, 'Issues Detected: 2 of 3 websites affected'],
    [['down', 'partial'], 'partial', 1, 'Issues Detected: 2 of 2 websites affected'],
    [['down', 'unknown'], 'down', 2, 'Issues Detected: 1 of 2 websites affected: Website 0'],
  ] as const)('that are %j are %s', (statuses, overall, exitCode, sentence) => {
    const summary = summarizeOverview(statuses.map((status, at) => item(`Website ${at}`, status)));
    expect(summary).toMatchObject({ status: overall, sentence });
    expect(statusExitCode(summary.status)).toBe(exitCode);
  });

  test('are counted by state', () => {
    const { figures } = summarizeOverview([item('a', 'up'), item('b', 'down'), item('c', 'down')]);
    expect(figures.map(({ label, value }) => `${label}=${value}`)).toEqual([
      'websites=3',
      'up=1',
      'partial=0',
      'down=2',
      'unknown=0',
    ]);
  });
});

test('one website shows how many services are down, and has the rest in figures', () => {
  const state = noWebsites();
  addWebsite(state, { id: 1, name: 'Shop' });
  addUrl(state, 1);
  const shop = shownOf(state, 1).detail.data?.detail;
  const [url] = shop?.urls ?? [];
  if (!shop || !url) throw new Error('there is no website');
  const summaryOf = (overall_status: OverallStatus, ...statuses: (typeof url.status)[]) =>
    summarizeWebsite({
      ...shop,
      overall_status,
      uptime_7d: 99.5,
      urls: statuses.map((status) => ({ ...url, status })),
    });

  expect(summaryOf('operational', 'up').sentence).toBe('Shop: All Systems Operational');
  expect(summaryOf('partial', 'up', 'down').sentence).toBe('Shop: Partial Outage: 1 of 2 services is down');
  const { sentence, figures } = summaryOf('down', 'down', 'down', 'unknown');
  expect(sentence).toBe('Shop: Partial Outage: 2 of 3 services are down');
  expect(figures.map(({ value }) => value)).toEqual([3, 0, 2, 99.5]);
});
