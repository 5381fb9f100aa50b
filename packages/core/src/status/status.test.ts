import { expect, test } from 'vitest';
import { incidentTone } from './alert-tone.ts';
import { networkStateBadge, serviceState, stretchState, urlState } from './monitor-state.ts';
import { overallBadge, publicNetworkBadge, publicUrlBadge } from './public-badges.ts';
import { uptimePercent, uptimeTone } from './uptime-level.ts';
import { historyTone, isSlow, isSlowCheck, urlStateBadge } from './url-state.ts';
import { overviewBadge, shownOverall, shownStatus, websiteStatus } from './website-status.ts';

test.each([
  [200, 'UP', 'up'],
  [204, '204', 'warn'],
  [301, '301', 'warn'],
  [404, '404', 'down'],
  [500, 'DOWN', 'down'],
  [null, 'ERROR', 'down'],
])('a URL that answered %s shows %s', (code, label, tone) => {
  expect(urlStateBadge(code)).toEqual({ label, tone });
});

test('history is green for 200, red from 400, yellow for other codes, grey without one', () => {
  expect([200, 302, 400, 503, null].map(historyTone)).toEqual(['up', 'warn', 'down', 'down', 'none']);
});

test('slow means above the threshold, not at it', () => {
  expect([isSlow(5, 5), isSlow(5.01, 5), isSlow(null, 5)]).toEqual([false, true, false]);
});

test.each([
  [true, 5.01, true],
  [true, 5, false],
  [true, null, false],
  [false, 60, false],
])('a check whose target is up: %s, after %s of 5 s, is slow: %s', (is_up, response_time, expected) => {
  expect(isSlowCheck({ is_up, response_time }, 5)).toBe(expected);
});

test('uptime is cut to two decimals and coloured at 99 and 95', () => {
  expect(uptimePercent(99_999, 100_000)).toBe(99.99);
  expect(uptimePercent(0, 0)).toBeNull();
  expect([100, 99, 98.99, 95, 94.99, null].map(uptimeTone)).toEqual(['up', 'up', 'warn', 'warn', 'down', 'none']);
});

test('a network monitor is disabled, without data, up or down', () => {
  const label = (enabled: boolean, is_up: boolean | null) => networkStateBadge({ enabled, is_up }).label;
  expect([label(false, true), label(true, null), label(true, true), label(true, false)]).toEqual([
    'Disabled',
    'No Data',
    'UP',
    'DOWN',
  ]);
});

test('a monitor without data is amber if it is not checked, and grey if it is new', () => {
  const not_checked = { since: '2026-11-20T12:04:00.000Z', reason: 'the proxy cannot be reached' };
  const badge = (is_up: boolean | null) => networkStateBadge({ enabled: true, is_up, not_checked });
  expect([badge(true), badge(null)]).toEqual(Array.from({ length: 2 }, () => ({ label: 'No Data', tone: 'warn' })));
  expect(badge(false)).toEqual({ label: 'DOWN', tone: 'down' });
  expect(networkStateBadge({ enabled: true, is_up: null }).tone).toBe('none');
});

test('a monitor that is up over its threshold is slow, wherever its state stands', () => {
  const check = { is_up: true, response_time: 6, metadata_found: false, error_message: null };
  const url = { enabled: true, last_check: check, response_time_threshold: 5 };
  expect([urlState(url), urlState({ ...url, response_time_threshold: 6 })]).toEqual(['slow', 'metadata']);
  expect(networkStateBadge({ ...url, is_up: true })).toEqual({ label: 'SLOW', tone: 'warn' });
  expect(networkStateBadge({ ...url, is_up: false }).label).toBe('DOWN');
  const stat = { status: 'up', response_time: 6, response_time_threshold: 5 } as const;
  expect([serviceState(stat), serviceState({ ...stat, response_time_threshold: undefined })]).toEqual(['slow', 'up']);
});

test('a stretch of time is down where most failed, partial where some did, slow where one of 20 was', () => {
  const state = (checks: number, failures: number, slow: number) => stretchState({ checks, failures, slow });
  expect([state(0, 0, 0), state(15, 8, 0), state(15, 1, 9), state(15, 0, 1), state(60, 0, 2), state(60, 0, 0)]).toEqual(
    [...['unknown', 'down', 'partial', 'slow', 'up', 'up']],
  );
});

test('a website is up, partial, down or unknown by its checked monitors', () => {
  expect(websiteStatus([true, null])).toBe('up');
  expect(websiteStatus([true, false])).toBe('partial');
  expect(websiteStatus([false, null])).toBe('down');
  expect(websiteStatus([null])).toBe('unknown');
});

test('badges say neither Operational nor Issues Detected without data', () => {
  expect(overviewBadge('unknown').label).toBe('No data yet');
  expect(overviewBadge('partial').label).toBe('Issues Detected');
  expect(overallBadge('down').label).toBe('Partial Outage');
  expect(overallBadge('operational').label).toBe('All Systems Operational');
});

test('public incidents are red, yellow or grey', () => {
  expect(['DOWN', 'ERROR', 'SLOW', 'RECOVERED'].map(incidentTone)).toEqual(['down', 'down', 'warn', 'none']);
});

test('shows no recent data for a target that was observed once, but not lately', () => {
  const seen = { status: 'unknown', last_check_time: '2026-11-20T12:00:00.000Z' };
  const never = { status: 'unknown', last_check_time: null };
  const labels = (of: typeof seen | typeof never) => [
    publicUrlBadge(shownStatus(of)).label,
    publicNetworkBadge(shownStatus(of)).label,
    overallBadge(shownOverall('unknown', [of])).label,
  ];
  expect(new Set(labels(seen))).toEqual(new Set(['No recent data']));
  expect(new Set(labels(never))).toEqual(new Set(['No data yet']));
  const website = (checks: number) => ({ status: 'unknown', daily_uptime: [{ checks: 0 }, { checks }] });
  expect(overviewBadge(shownStatus(website(3))).label).toBe('No recent data');
  expect(overviewBadge(shownStatus(website(0))).label).toBe('No data yet');
  expect(overviewBadge(shownStatus({ status: 'unknown', not_checked: 2 })).label).toBe('No recent data');
  expect(shownStatus({ ...seen, status: 'up' })).toBe('up');
});
