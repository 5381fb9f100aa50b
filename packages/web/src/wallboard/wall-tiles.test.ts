import type { NetworkStat } from '@upvigil/core/contract/dashboard';
import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { expect, it } from 'vitest';
import { calmOf, isOutdated, tilesOf } from './wall-tiles.ts';

const website = (id: number, name: string, status: StatusOverviewItem['status']): StatusOverviewItem => ({
  id,
  name,
  description: null,
  status,
  url_count: 1,
  network_monitor_count: 0,
  uptime_24h: 99.5,
  avg_response_time: 0.3,
  daily_uptime: [{ date: '2026-11-20', uptime: 99.5, checks: 1440 }],
});
const service = (id: number, name: string, status: NetworkStat['status'], states: string): NetworkStat => ({
  monitor_id: id,
  website_id: 1,
  name,
  status,
  monitor_type: 'TCP_PORT',
  host: 'a.example.org',
  port: 443,
  website_name: 'Shop',
  uptime_percentage: 100,
  response_time: states.endsWith('s') ? 5.1 : 0.1,
  response_time_threshold: 5,
  recent_checks: { states, ms: [...states].map(() => 100) },
});

it('sorts the worst first, with a word for each state, and omits disabled services', () => {
  const tiles = tilesOf(
    [website(1, 'Docs', 'up'), website(2, 'Shop', 'partial')],
    [
      service(1, 'Edge', 'down', 'ud'),
      service(2, 'Mail', 'up', 'us'),
      service(3, 'Lab', 'disabled', ''),
      service(4, 'New', 'unknown', ''),
    ],
  );
  expect(tiles.map(({ name, tone, word }) => [name, tone, word])).toEqual([
    ['Edge', 'down', 'DOWN'],
    ['Shop', 'warn', 'Issues'],
    ['Mail', 'warn', 'SLOW'],
    ['New', 'none', 'No Data'],
    ['Docs', 'up', 'UP'],
  ]);
  expect(tiles.map(({ bars }) => bars.length)).toEqual([30, 30, 30, 30, 30]);
  expect(tiles[0]?.pulse).toBe('Last 2 checks of Edge: 1 up, 1 failed');
});

it('does not claim that everything is up while a monitor is not checked', () => {
  const counts = { urls_up: 1, urls_down: 0, urls_slow: 0, network_monitors_up: 0, network_monitors_down: 0 };
  expect(calmOf(counts)?.sentence).toBe('All services are up');
  const notChecked = (total: number) => ({ not_checked: { total, longest: [] } });
  expect(calmOf({ ...counts, ...notChecked(0) })?.tone).toBe('up');
  expect(calmOf({ ...counts, ...notChecked(2) })).toEqual({ tone: 'warn', sentence: '2 services are not checked' });
  expect(calmOf({ ...counts, urls_up: 0, ...notChecked(1) })?.sentence).toBe('1 service is not checked');
});

it('is outdated after a failed refresh, and without one for two intervals', () => {
  const readAt = 1_000_000;
  expect(isOutdated({ readAt, hasFailed: false }, readAt + 120_000, 60)).toBe(false);
  expect(isOutdated({ readAt, hasFailed: false }, readAt + 120_001, 60)).toBe(true);
  expect(isOutdated({ readAt, hasFailed: true }, readAt, 60)).toBe(true);
});
