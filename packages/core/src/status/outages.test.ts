import { expect, test } from 'vitest';
import type { Alert } from '../contract/alerts.ts';
import { unsentAlert } from '../testing/fake-watched.ts';
import { problemOf, sentenceParts } from '../texts/problems.ts';
import { outagesFromAlerts } from './outages.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 12);
let lastId = 0;

/** An alert of URL 1, `at` minutes after noon. */
const alert = (at: number, alert_type: Alert['alert_type'], message: string, given: Partial<Alert> = {}): Alert => ({
  id: ++lastId,
  alert_type,
  message: `Shop: ${message}`,
  created_at: new Date(start + at * minute).toISOString(),
  ...unsentAlert,
  url_id: 1,
  website_id: 1,
  website_name: 'Shop',
  ...given,
});
const page = 'https://shop.example.org/';
const brief = (alerts: Alert[]) =>
  outagesFromAlerts(alerts.reverse()).map(({ alert: { alert_type }, started_at, ended_at, isOpen }) => [
    alert_type,
    started_at === null ? null : (started_at - start) / minute,
    ended_at === null ? null : (ended_at - start) / minute,
    isOpen,
  ]);

test('an alert and its RECOVERED are one outage, and open ones come first', () => {
  expect(
    brief([
      alert(0, 'DOWN', `${page} is down: HTTP 503`),
      alert(4, 'RECOVERED', `${page} is up again after 4 minutes`),
      alert(10, 'ERROR', `${page} is down: timeout after 10 s`),
      alert(20, 'DOWN', 'Edge (edge:443) is down: refused', { url_id: null, network_monitor_id: 1 }),
      alert(21, 'RECOVERED', 'Edge (edge:443) is up again after 1 minute', { url_id: null, network_monitor_id: 1 }),
    ]),
  ).toEqual([
    ['ERROR', 10, null, true],
    ['DOWN', 20, 21, false],
    ['DOWN', 0, 4, false],
  ]);
});

test('open outages are sorted by severity, then by age', () => {
  expect(
    brief([
      alert(0, 'SLOW', `${page} is slow: 6.12s, limit 5.00s`),
      alert(1, 'DOWN', 'Mail is down: refused', { url_id: 3 }),
      alert(2, 'ERROR', 'Docs is down: timeout', { url_id: 4 }),
    ]),
  ).toEqual([
    ['DOWN', 1, null, true],
    ['ERROR', 2, null, true],
    ['SLOW', 0, null, true],
  ]);
});

test('problems of one monitor at the same time end each by its own RECOVERED', () => {
  expect(
    brief([
      alert(0, 'SLOW', `${page} is slow: 6.12s, limit 5.00s`),
      alert(1, 'METADATA_MISSING', `${page} lacks its meta tag: og:title`),
      alert(5, 'RECOVERED', `${page} has its meta tag again after 4 minutes`),
    ]),
  ).toEqual([
    ['SLOW', 0, null, true],
    ['METADATA_MISSING', 1, 5, false],
  ]);
});

test('an outage without a loaded beginning has none, and one without its RECOVERED does not stay open', () => {
  expect(
    brief([
      alert(0, 'RECOVERED', `${page} is up again after 2 days`),
      alert(1, 'DOWN', `${page} is down: HTTP 500`),
      alert(9, 'DOWN', `${page} is down: HTTP 502`),
    ]),
  ).toEqual([
    ['DOWN', 9, null, true],
    ['DOWN', 1, null, false],
    ['RECOVERED', null, 0, false],
  ]);
});

test('an outage that ended has the RECOVERED that said so', () => {
  const ended = alert(4, 'RECOVERED', `${page} is up again after 4 minutes`);
  const endedFirst = alert(0, 'RECOVERED', `${page} is up again after 2 days`);
  const alerts = [endedFirst, alert(1, 'DOWN', `${page} is down: HTTP 503`), ended, alert(9, 'SLOW', 'other words')];
  expect(outagesFromAlerts(alerts).map(({ recovery }) => recovery)).toEqual([null, ended, endedFirst]);
});

test('a RECOVERED with an unknown text ends the oldest problem of its monitor', () => {
  expect(brief([alert(0, 'DOWN', 'anything'), alert(3, 'RECOVERED', 'Back again')])).toEqual([['DOWN', 0, 3, false]]);
});

test('target and cause are read out of a sentence, also where names and causes hold the same words', () => {
  const parts = (website_name: string, alert_type: Alert['alert_type'], message: string) =>
    sentenceParts({ website_name, alert_type, message });
  expect(parts('Shop', 'DOWN', `Shop: ${page} is down: HTTP 503`)).toEqual({ target: page, cause: 'HTTP 503' });
  expect(parts('A is down: B', 'DOWN', 'A is down: B: Edge (e:1) is down: it is down: x')).toEqual({
    target: 'Edge (e:1)',
    cause: 'it is down: x',
  });
  expect(parts('Shop', 'RECOVERED', `Shop: ${page} is up again after 2 hours 5 minutes`)).toEqual({
    target: page,
    cause: '',
  });
  expect(parts('Shop', 'DOWN', 'Something else')).toBeNull();
  expect(problemOf({ alert_type: 'RECOVERED', website_name: 'Shop', message: 'Shop: x is fast again' })).toBe('slow');
  expect(problemOf({ alert_type: 'RECOVERED', website_name: 'Shop', message: 'Back again' })).toBeNull();
});
