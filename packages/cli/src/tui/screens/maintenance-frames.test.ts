import { startFake } from '@upvigil/core/testing/fake-maintenance';
import { expect, test } from 'vitest';
import { drawScreen } from '../../testing/draw-screen.tsx';
import { checkedMonitor, checkedUrl, manyWebsites } from '../../testing/installations.ts';
import { shownOf } from '../../testing/shown.ts';
import type { Shown } from '../live/sources.ts';
import { initialView } from '../view-state.ts';

type Screen = { screen: 'dashboard' } | { screen: 'status'; websiteId: number | null };

const drawn = (shown: Shown, start: Screen, columns = 120, rows = 40, unicode = true): string =>
  drawScreen(shown, initialView(start), { columns, rows, unicode }).join('\n');

/** Website 2 is down during maintenance of 35 minutes. `besides` adds website 3, down without maintenance. */
function shown({ besides = false } = {}): Shown {
  const data = manyWebsites(3);
  checkedUrl(data, 2, { id: 22 }, { is_up: false, status_code: 503 });
  checkedMonitor(data, 2, { id: 23, name: 'Mail' }, { is_up: false });
  if (besides) checkedUrl(data, 3, { id: 33 }, { is_up: false, status_code: 503 });
  startFake(data, { title: 'Deployment', website_ids: [2], monitor_ids: [], public: true }, 35);
  const all = shownOf(data, 2);
  // A day with maintenance and without failures that count.
  for (const item of all.status.data ?? []) if (item.id === 2) item.daily_uptime = [blueDay];
  return all;
}
const blueDay = { date: '2026-11-20', uptime: 100, checks: 60, maintenance_checks: 35 };

test('the status screen shows a website in maintenance without a problem, with the end', () => {
  const text = drawn(shown(), { screen: 'status', websiteId: null });
  expect(text).toMatch(/\n ~ Under Maintenance: 1 of 3 websites: Website 02\n/);
  expect(text).toMatch(/~ Website 02 +maintenance until \d\d:59\n/);
  expect(text).toMatch(/30d +·+~ /);
  expect(text).toContain('~ maintenance');
  // By name: maintenance does not come before websites that are up.
  expect(text.indexOf('Website 01')).toBeLessThan(text.indexOf('~ Website 02'));
});

test('an outage outside maintenance comes first', () => {
  const text = drawn(shown({ besides: true }), { screen: 'status', websiteId: null });
  expect(text).toMatch(/\n ▲ Issues Detected: 1 of 3 websites affected: Website 03\n/);
  expect(text.indexOf('▲ Website 03')).toBeLessThan(text.indexOf('Website 01'));
});

test('an opened website shows the end and title of maintenance for each service', () => {
  const text = drawn(shown(), { screen: 'status', websiteId: 2 });
  expect(text).toMatch(/\n ~ Under Maintenance +7-Day Uptime/);
  expect(text).toMatch(
    /~ https:\/\/site2\.example\.org\/page22 .*Under Maintenance\n {3}maintenance until \d\d:59: Deployment\n/,
  );
  expect(text).toMatch(
    /✓ https:\/\/site2\.example\.org\/page2 .*Operational\n {3}maintenance until \d\d:59: Deployment\n/,
  );
  expect(text).not.toMatch(/Down\n|Offline\n/);
});

test('the dashboard counts it apart, and lists it as no problem', () => {
  const text = drawn(shown(), { screen: 'dashboard' });
  expect(text).toMatch(/\n ~ 2 in maintenance\n/);
  expect(text).not.toMatch(/✗ DOWN/);
  expect(text).toMatch(/~ Website 02 .*maintenance until \d\d:59\n/);
  expect(text).toMatch(/~ MAINT +Mail .*maintenance until \d\d:59/);
  const besides = drawn(shown({ besides: true }), { screen: 'dashboard' });
  expect(besides).toMatch(/\n ✗ 1 down, 2 in maintenance\n/);
});

test.each([
  [60, 15],
  [80, 24],
  [140, 50],
])('nothing is wider than %d columns, and ASCII says the same', (columns, rows) => {
  for (const start of [
    { screen: 'dashboard' },
    { screen: 'status', websiteId: null },
    { screen: 'status', websiteId: 2 },
  ] as const) {
    for (const unicode of [true, false]) {
      const text = drawn(shown({ besides: true }), start, columns, rows, unicode);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      expect(text).toContain('~');
    }
  }
});
