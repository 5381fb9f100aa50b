import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addNetworkCheck, addUrlCheck } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import { widthOf } from '../../../output/fit.ts';
import { drawScreen } from '../../../testing/draw-screen.tsx';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../../../testing/installations.ts';
import { shownOf } from '../../../testing/shown.ts';
import type { Shown } from '../../live/sources.ts';
import { initialView } from '../../view-state.ts';

const drawn = (shown: Shown, columns: number, rows: number, unicode = true): string[] =>
  drawScreen(shown, initialView({ screen: 'dashboard' }), { columns, rows, unicode });
const ago = (minutes: number) => ({ created_at: minutesAgo(minutes, () => fakeNow) });

/** A page and a port that are down, a slow page, and others that are up. */
function troubled(): FakeState {
  const data = manyWebsites(6);
  checkedUrl(data, 1, { id: 50, url: 'https://shop.example.org/checkout' });
  checkedUrl(data, 1, { id: 51, url: 'https://shop.example.org/payment' });
  checkedMonitor(data, 2, { id: 52, name: 'Edge TLS' });
  const [checkout, payment] = data.urls.filter(({ id }) => id >= 50);
  const edge = data.monitors.find(({ id }) => id === 52);
  if (!checkout || !payment || !edge) throw new Error('not added');
  for (let check = 0; check < 60; check += 1) {
    addUrlCheck(data, checkout, check < 40 ? {} : { is_up: false, status_code: 503, error_message: 'HTTP 503' });
    addUrlCheck(data, payment, check < 58 ? {} : { response_time: 6.12 });
    addNetworkCheck(data, edge, { is_up: check < 49 });
  }
  addNotifiedAlert(data, { id: 1, url_id: 50, ...ago(42) });
  const refused = 'Website 02: Edge TLS (host52.example.org:443) is down: connection refused';
  const network = { url_id: null, network_monitor_id: 52, website_id: 2, website_name: 'Website 02' };
  addNotifiedAlert(data, { id: 2, ...network, message: refused, ...ago(22) });
  addNotifiedAlert(data, { id: 3, alert_type: 'SLOW', url_id: 51, ...ago(3) });
  return data;
}

test('problems come first, with state, target, cause, last checks and duration', () => {
  expect(drawn(shownOf(troubled()), 80, 24).slice(1, 6)).toEqual([
    ' ✗ 2 down, 1 slow                                                longest 42 min',
    ' ✗ DOWN  shop.…e.org/checkout  HTTP 503            ✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗  42 min',
    ' ✗ DOWN  Edge TLS              connection refused  ▄▄▄▄▄▄▄▄▄✗✗✗✗✗✗✗✗✗✗✗  22 min',
    ' ▲ SLOW  shop.e…e.org/payment  6.12s, limit 5.00s  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▆▆   3 min',
    expect.stringMatching(/^─+$/),
  ]);
});

test('the selected problem has its keys, and an acknowledged problem has a mark', () => {
  const data = troubled();
  Object.assign(data.alerts.find(({ id }) => id === 1) ?? {}, { acknowledged_at: minutesAgo(2, () => fakeNow) });
  const view = {
    ...initialView({ screen: 'dashboard' }),
    pane: 'problems',
    selected: { problems: 'url 51 SLOW' },
  } as const;
  const frame = drawScreen(shownOf(data), view, { columns: 80, rows: 24 });
  expect(frame[2]).toMatch(/^ ✗ DOWN {2}shop.*checkout {2}HTTP 503 +ack {2}✗{17} {2}42 min$/);
  expect(frame[4]).toMatch(/^›▲ SLOW {2}shop.*payment {2}6\.12s, limit 5\.00s +/);
  expect(frame.at(-2)).toMatch(/^ A acknowledge {3}m Mute 1 h {3}⏎ open ─+$/);
  expect(frame.every((text) => widthOf(text) <= 80)).toBe(true);
  const small = drawScreen(shownOf(data), view, { columns: 40, rows: 10 });
  expect(small.find((text) => text.startsWith('›'))).toMatch(/^›▲ shop\S+payment 6\.12s,/);
});

test('the filter finds problems by the name of their website', () => {
  const view = { ...initialView({ screen: 'dashboard' }), filter: 'website 02' };
  const frame = drawScreen(shownOf(troubled()), view, { columns: 80, rows: 24 });
  expect(frame[1]).toContain('1 of 3 shown');
  expect(frame[2]).toMatch(/^ ✗ DOWN +Edge TLS /);
});

test('120 columns have room for all 48 checks, of problems and of services', () => {
  const frame = drawn(shownOf(troubled()), 120, 40);
  expect(frame[2]).toMatch(/ ▄{28}✗{20} {2}42 min$/);
  expect(frame.join('\n')).toMatch(/LAST 48 CHECKS.*\n ✗ DOWN +Edge TLS +TCP_PORT .* ▄{37}✗{11} /);
});

test('the strips have the same content in ASCII', () => {
  const frame = drawn(shownOf(troubled()), 80, 24, false);
  expect(frame[1]).toMatch(/^ x 2 down, 1 slow +longest 42 min$/);
  expect(frame[3]).toMatch(/^ x DOWN {2}Edge TLS +connection refused +\.{9}x{11} {2}22 min$/);
  expect(frame[4]).toMatch(/^ ! SLOW .* \.{18}!! {3}3 min$/);
});

test('a server that sends no recent checks has no strips; all else is shown', () => {
  const data = troubled();
  for (const monitor of [...data.urls, ...data.monitors]) delete monitor.recent_checks;
  const text = drawn(shownOf(data), 80, 24).join('\n');
  expect(text).not.toMatch(/▄▄▄▄✗|CHECKS {2}.*STATUS/);
  expect(text).toMatch(/✗ DOWN {2}shop\.example\.org\/checkout +HTTP 503 +42 min/);
  expect(text).toMatch(/✗ DOWN +Edge TLS +TCP_PORT +host52\.example\.org:443/);
});

test('where not all problems have room, the headline counts those that have', () => {
  const data = troubled();
  for (let id = 60; id < 80; id += 1) checkedUrl(data, 3, { id }, { is_up: false, status_code: null });
  const [, first = '', ...rest] = drawn(shownOf(data), 80, 24);
  const rows = rest.findIndex((text) => text.startsWith('─'));
  expect(first).toMatch(new RegExp(`^ ✗ 22 down, 1 slow +${rows} of 23 shown {3}longest 42 min$`));
  expect(rest.join('\n')).toContain('RECENT ALERTS');
});

test('without problems, one quiet line says so and names the last outage', () => {
  const data = manyWebsites(3);
  expect(drawn(shownOf(data), 80, 24)[1]).toBe(' ✓ Everything is up');
  const said = { url_id: 1, website_name: 'Website 01' };
  addNotifiedAlert(data, { id: 1, ...said, message: 'Website 01: https://shop.example.org/ is down: x', ...ago(9) });
  const message = 'Website 01: https://shop.example.org/ is up again after 4 minutes';
  addNotifiedAlert(data, { id: 2, ...said, alert_type: 'RECOVERED', message, ...ago(5) });
  expect(drawn(shownOf(data), 80, 24)[1]).toMatch(
    /^ ✓ Everything is up +Last outage shop\.example\.org \d\d:\d\d, 4 min$/,
  );
  expect(drawn(shownOf(manyWebsites(0)), 80, 24)[1]).toBe(' · No data yet');
});

test('figures show their change in numbers, and in words if there is room', () => {
  const shown = shownOf(troubled());
  const stats = shown.dashboard.data?.stats;
  if (!stats?.hourly_issues) throw new Error('no figures');
  const now = stats.average_response_time ?? 0;
  const before = { average_response_time: now / 2, average_network_response_time: null };
  stats.previous = { urls_down: 0, urls_slow: 0, network_monitors_down: 3, ...before };
  Object.assign(stats.hourly_issues.at(-1) ?? {}, { urls_down: 1 });
  const narrow = drawn(shown, 80, 24).join('\n');
  expect(narrow).toMatch(/Avg \d\.\d\ds \+100%/);
  expect(narrow).toMatch(/URL Issues 2 \(1 down, 1 slow\) \+2 {3}✗ Network Issues 1 -2/);
  Object.assign(stats, { total_urls: 1234, urls_up: 1230, total_network_monitors: 1234 });
  expect(drawn(shown, 80, 24).join('\n')).toMatch(/Avg \d\.\d\ds\n/);
  Object.assign(stats, { total_urls: 8 });
  const wide = drawn(shown, 120, 40).join('\n');
  expect(wide).toMatch(/│ 2 {2}2 more +│ 1 {2}2 fewer +│ \d\.\d\ds {2}100% slow/);
  expect(wide).toMatch(/│ ─+✗ \d+h/);
  delete stats.previous;
  delete stats.hourly_issues;
  expect(drawn(shown, 120, 40).join('\n')).not.toMatch(/more|fewer|slower| 14h/);
});

test("names monitors that are not checked, instead of 'Everything is up'", () => {
  const data = manyWebsites(2);
  const [url] = data.urls;
  if (!url?.last_check) throw new Error('not added');
  Object.assign(url, { url: 'https://shop.example.org/', response_time_threshold: 0.001 });
  url.not_checked = { since: minutesAgo(9, () => fakeNow), reason: 'the proxy cannot be reached' };
  const frame = drawn(shownOf(data), 80, 24);
  expect(frame[1]).toMatch(/^ ▲ 1 not checked +longest 9 min$/);
  expect(frame[2]).toMatch(/^ ▲ NOT_CHECKED {2}shop\.example\.org +the proxy cannot be reached +9 min$/);
  expect(frame[3]).toMatch(/^─+$/);
  const small = drawScreen(
    shownOf(data),
    { ...initialView({ screen: 'dashboard' }), pane: 'problems' },
    { columns: 40, rows: 10 },
  );
  expect(small[2]).toMatch(/^›▲ shop\.example\.org the proxy … +9 min$/);
});
