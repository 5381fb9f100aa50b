import { fakeDashboard } from '@upvigil/core/testing/fake-dashboard';
import { minutesAgo } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../testing/installations.ts';
import { problemsNow } from './problems-now.ts';

const ago = (minutes: number) => ({ created_at: minutesAgo(minutes, () => fakeNow) });

function found(data: ReturnType<typeof manyWebsites>) {
  const problems = problemsNow({ stats: fakeDashboard(data), urls: data.urls, alerts: data.alerts });
  return problems.map(({ type, target, cause, since }) => [
    type,
    target,
    cause,
    since === null ? null : (fakeNow - since) / 60_000,
  ]);
}

test('sorts by severity, then by duration, then those without an alert', () => {
  const data = manyWebsites(1);
  checkedUrl(data, 1, { id: 10, url: 'https://a.example.org/' }, { response_time: 6.12 });
  checkedUrl(data, 1, { id: 11, url: 'https://b.example.org/', metadata_tag: 'og:title' }, { metadata_found: false });
  checkedUrl(data, 1, { id: 12, url: 'https://c.example.org/', label: 'Cart' }, { is_up: false, status_code: 503 });
  checkedUrl(data, 1, { id: 13, url: 'https://d.example.org/' }, { is_up: false, status_code: null });
  checkedUrl(data, 1, { id: 14, url: 'https://u:p@e.example.org/' }, { is_up: false, status_code: 500 });
  addNotifiedAlert(data, { id: 1, url_id: 10, alert_type: 'SLOW', ...ago(90) });
  addNotifiedAlert(data, { id: 2, url_id: 12, ...ago(5) });
  addNotifiedAlert(data, { id: 3, url_id: 13, alert_type: 'ERROR', ...ago(9) });
  expect(found(data)).toEqual([
    ['ERROR', 'https://d.example.org/', '', 9],
    ['DOWN', 'Cart', 'HTTP 503', 5],
    ['DOWN', 'https://e.example.org/', 'HTTP 500', null],
    ['SLOW', 'https://a.example.org/', '6.12s, limit 5.00s', 90],
    ['METADATA_MISSING', 'https://b.example.org/', 'og:title', null],
  ]);
});

test('a network service is slow by its last check, with the cause of its alert', () => {
  const data = manyWebsites(1);
  const monitor = { id: 20, name: 'Mail', response_time_threshold: 5 };
  checkedMonitor(data, 1, monitor, { response_time: 7.25 });
  expect(found(data)).toEqual([['SLOW', 'Mail', '7.25s, limit 5.00s', null]]);
  const mail = { url_id: null, network_monitor_id: 20, website_name: 'Shop' };
  const slow = 'Shop: Mail (mail.example.org:993) is slow: 6.12s, limit 5.00s';
  addNotifiedAlert(data, { id: 1, alert_type: 'SLOW', ...mail, message: slow, ...ago(9) });
  expect(found(data)).toEqual([['SLOW', 'Mail', '6.12s, limit 5.00s', 9]]);
  const recovered = manyWebsites(1);
  checkedMonitor(recovered, 1, monitor, { response_time: 0.2 });
  expect(found(recovered)).toEqual([]);
});

test('a disabled or unchecked monitor is not a problem', () => {
  const data = manyWebsites(1);
  checkedUrl(data, 1, { id: 10, enabled: false }, { is_up: false });
  checkedMonitor(data, 1, { id: 20, enabled: false }, { is_up: false });
  expect(found(data)).toEqual([]);
});
